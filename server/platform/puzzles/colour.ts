export type Colour = readonly [red: number, green: number, blue: number]

/** Hue in degrees, the others from 0 to 1; channels from 0 to 255. */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** Blends a colour over the opaque pixel at this byte offset. */
export function blend(pixels: Uint8ClampedArray, at: number, colour: Colour, share: number): void {
  const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
  pixels[at] = red + (colour[0] - red) * share
  pixels[at + 1] = green + (colour[1] - green) * share
  pixels[at + 2] = blue + (colour[2] - blue) * share
}
