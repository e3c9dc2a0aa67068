// How esbuild handles our files and those of libraries.
import { readFileSync } from 'node:fs'

// With source maps, Node reads the whole map at the start; without the libraries it is a twentieth of the size.
export const librariesWithoutSourceMap = {
  name: 'libraries-without-source-map',
  setup({ onLoad }) {
    const emptyMap = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64')
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
      loader: 'default',
    }))
  },
}

// esbuild writes all other texts in ASCII. One character beyond Latin-1 makes V8 store the whole file with two bytes
// per character and read it half as fast.
export const regularExpressionsInAscii = {
  name: 'regular-expressions-in-ascii',
  setup({ onLoad }) {
    // A backslash before such a character has no meaning, but would escape the backslash of the new escape sequence.
    const escaped = (_, slashes, letter) =>
      `${slashes.slice(slashes.length % 2)}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    onLoad({ filter: /[\\/](contract|server)[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/(\\*)([\u0080-\uffff])/g, escaped),
      loader: 'ts',
    }))
  },
}
