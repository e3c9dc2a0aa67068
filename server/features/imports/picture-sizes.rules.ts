/** WordPress and Ghost make each picture in several sizes, with paths of their own. Only the original is imported. */

/** `sea-300x150.png` is a size of `sea.png`, unless that is its name. */
export function withoutWordPressSize(path: string): string {
  return path.replace(/-\d{1,5}x\d{1,5}(?=\.\w+$)/, '')
}

/** `images/size/w600/format/webp/sea.png` is a size of `images/sea.png`. */
export function withoutGhostSize(path: string): string {
  return path.replace(/(?<=^(?:\/?content\/)?images\/)size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, '')
}
