import { configDefaults, defineConfig } from 'vitest/config'

const processTests = '**/*.process.test.ts'
const browserTests = '**/*.browser.test.ts'
const everyTest = ['{contract,server,bench}/**/*.test.ts', 'scripts/**/*.test.mjs']
const exclude = [...configDefaults.exclude, '**/dist/**', '**/data/**']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'source', include: everyTest, exclude: [...exclude, processTests, browserTests] },
      },
      {
        extends: true,
        test: { name: 'process', include: [processTests], exclude, globalSetup: 'scripts/build.mjs' },
      },
      {
        extends: true,
        test: { name: 'browser', include: [browserTests], exclude, globalSetup: 'scripts/build.mjs' },
      },
    ],
  },
})
