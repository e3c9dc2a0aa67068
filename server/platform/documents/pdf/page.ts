import { type Area, PAGE, type PdfFile } from './file.ts'
import { breakLines, type Fragment, type Line, PLAIN } from './lines.ts'
import type { Typefaces } from './typefaces.ts'

/** Red, green and blue, as the PDF operators take them. */
export const COLORS = {
  text: '0.13 0.14 0.16',
  quiet: '0.45 0.47 0.5',
  link: '0.05 0.35 0.7',
  line: '0.82 0.84 0.86',
  shade: '0.955 0.96 0.967',
  mark: '1 0.94 0.6',
} as const

const FOOTER = { y: 796, height: 14, size: 8.5 }
// A share of the font size at which both Chinese and Latin text look centred in the line.
const ABOVE_BASELINE = 0.88
const RAISED = { up: -0.33, down: 0.16 }

/** The current page and position. Lengths are in points, and the y axis points down. */
export interface Page {
  readonly pdf: PdfFile
  readonly faces: Typefaces
  y: number
  addPage(): void
  /** Starts a new page if `height` does not fit. */
  makeRoom(height: number): void
  shade(area: Area, color: string): void
  outline(area: Area, color: string): void
  /** With its top at `y`. */
  drawLine(line: Line, look: LineLook): void
}

interface LineLook {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly size: number
  readonly color?: string
}

export function createPage(pdf: PdfFile, faces: Typefaces, label: () => string): Page {
  const page: Page = { pdf, faces, y: PAGE.top, addPage, makeRoom, shade, outline, drawLine }

  function addPage(): void {
    pdf.addPage()
    page.y = PAGE.top
    drawFooter()
  }

  function drawFooter(): void {
    const { y, height, size } = FOOTER
    for (const line of breakLines(faces, [{ text: label(), style: PLAIN }], { width: PAGE.width, size }))
      drawLine(line, { x: (PAGE.width - line.width) / 2, y, height, size, color: COLORS.quiet })
  }

  function makeRoom(height: number): void {
    if (page.y + height > PAGE.bottom) addPage()
  }

  function shade(area: Area, color: string): void {
    pdf.draw(`${color} rg ${rectangle(area)} f`)
  }

  function outline(area: Area, color: string): void {
    pdf.draw(`${color} RG 0.6 w ${rectangle(area)} S`)
  }

  function drawLine(line: Line, { x, y, height, size, color = COLORS.text }: LineLook): void {
    const baseline = y + (height - size) / 2 + size * ABOVE_BASELINE
    for (const fragment of line.fragments) drawBackground(fragment, x + fragment.x, baseline)
    for (const fragment of line.fragments) {
      const { style, text, face, width } = fragment
      const left = x + fragment.x
      const shift = style.raised ? RAISED[style.raised] * size : 0
      const ink = style.link ? COLORS.link : color
      const place = { x: left, baseline: baseline + shift, size: fragment.size, color: ink }
      face.font.show(text, { ...place, slanted: face.slanted })
      if (style.underlined) shade({ x: left, y: baseline + 1.5, width, height: 0.6 }, ink)
      if (style.struck) shade({ x: left, y: baseline - size * 0.3, width, height: 0.6 }, ink)
      if (style.link) pdf.linkTo(style.link, { x: left, y, width, height })
    }
  }

  function drawBackground({ style, size, width }: Fragment, left: number, baseline: number): void {
    if (!style.code && !style.marked) return
    const area = { x: left - 1, y: baseline - size * 0.95, width: width + 2, height: size * 1.28 }
    shade(area, style.marked ? COLORS.mark : COLORS.shade)
  }

  return page
}

function rectangle({ x, y, width, height }: Area): string {
  return `${[x, y, width, height].map((side) => side.toFixed(2)).join(' ')} re`
}
