// The picture decoder, in a process of its own: what a hostile picture does to it, it does not do to the service, and
// the memory that decoding takes goes with it. Plain JavaScript because Node itself loads it, from the sources and from
// the bundle alike.
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
// Of the dozen other formats that it reads, none is ever wanted. SVG is, once cleaned.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})

function follow({ source, options, timeoutSeconds, steps }) {
  let picture = sharp(source, options).timeout({ seconds: timeoutSeconds })
  for (const [name, ...values] of steps) picture = picture[name](...values)
  return picture
}

process.on('message', async (recipe) => {
  try {
    process.send({ made: await follow(recipe) })
  } catch (error) {
    process.send({ error: error.message })
  }
})

// The service says when to end, by hanging up: a signal to the whole group leaves it the uploads that it still finishes.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
