import { randomInt } from 'node:crypto'
import { blend, type Colour, hsl, mix } from './colour.ts'
import { between } from './random.ts'

type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint8ClampedArray }

const WHITE: Colour = [255, 255, 255]

/** A random landscape of hills under a sun: opaque pixels of four bytes each (red, green, blue, opacity). */
export function drawLandscape(width: number, height: number): Uint8ClampedArray {
  const picture = { width, height, pixels: new Uint8ClampedArray(width * height * 4) }
  const skyHue = between(0, 360)
  const haze = hsl(skyHue + between(20, 70), 0.65, 0.86)
  paintSky(picture, hsl(skyHue, 0.55, between(0.55, 0.7)), haze)
  paintDisc(picture, between(0, width), between(0, height * 0.5), between(12, 26), WHITE, 0.75)
  for (let cloud = 0; cloud < 5; cloud++) paintCloud(picture)
  const near = hsl(skyHue + between(100, 260), between(0.35, 0.6), between(0.3, 0.4))
  const ridges = 4 + randomInt(2)
  for (let ridge = 1; ridge <= ridges; ridge++) {
    const nearness = ridge / ridges
    paintRidge(picture, height * (0.2 + 0.6 * nearness), mix(haze, near, 0.2 + 0.8 * nearness))
  }
  return picture.pixels
}

function paintSky({ width, height, pixels }: Picture, top: Colour, bottom: Colour): void {
  for (let y = 0; y < height; y++) {
    const colour = mix(top, bottom, Math.min(1, (y / height) * 1.6))
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      blend(pixels, at, colour, 1)
      pixels[at + 3] = 255
    }
  }
}

function paintCloud(picture: Picture): void {
  const [x, y] = [between(0, picture.width), between(5, picture.height * 0.45)]
  for (let puff = 0; puff < 4; puff++)
    paintDisc(picture, x + between(-24, 24), y + between(-4, 4), between(6, 13), WHITE, 0.3)
}

function paintDisc(
  { width, height, pixels }: Picture,
  centreX: number,
  centreY: number,
  radius: number,
  colour: Colour,
  share: number,
): void {
  const right = Math.min(width - 1, Math.ceil(centreX + radius))
  const bottom = Math.min(height - 1, Math.ceil(centreY + radius))
  for (let y = Math.max(0, Math.floor(centreY - radius)); y <= bottom; y++)
    for (let x = Math.max(0, Math.floor(centreX - radius)); x <= right; x++) {
      const inside = radius - Math.sqrt((x + 0.5 - centreX) ** 2 + (y + 0.5 - centreY) ** 2)
      if (inside > -0.5) blend(pixels, (y * width + x) * 4, colour, share * Math.min(1, inside + 0.5))
    }
}

/** The outline of a hill with layers of rock below it, which help the eye to find where the piece fits. */
function paintRidge({ width, height, pixels }: Picture, baseline: number, colour: Colour): void {
  const outline = randomOutline()
  const layers = Array.from({ length: height * 2 }, layerShades(colour))
  for (let x = 0; x < width; x++) {
    const top = baseline + outline(x)
    const layersTop = top - outline(x * 1.3) * 0.3 - 20
    for (let y = Math.max(0, Math.floor(top)); y < height; y++) {
      const shade = layers[Math.max(0, Math.floor(y - layersTop))] ?? colour
      blend(pixels, (y * width + x) * 4, shade, Math.min(1, y + 1 - top))
    }
  }
}

function layerShades(colour: Colour): (unused: unknown, depth: number) => Colour {
  const thickness = between(4, 9)
  const strength = between(0.06, 0.14)
  return (_, depth) => mix(colour, WHITE, Math.sin(depth / thickness) > 0 ? strength : 0)
}

function randomOutline(): (x: number) => number {
  const waves = [60, 27, 11].map((length) => ({
    length: length * between(0.8, 1.3),
    start: between(0, 2 * Math.PI),
    swing: length * between(0.14, 0.3),
  }))
  return (x) => waves.reduce((sum, { length, start, swing }) => sum + swing * Math.sin(x / length + start), 0)
}
