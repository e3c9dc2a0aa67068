// The picture decoder, as a separate process: a hostile picture cannot harm the service, and the memory for decoding
// is freed when the process ends. It is plain JavaScript because Node loads it directly, both from the sources and
// from the bundle.
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(1)
// Allow only the formats that we accept. SVG files are sanitised before.
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

// The service ends this process by disconnecting. Signals to the process group are ignored, because the service still
// finishes running uploads.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
