import type { EditorProps } from '@tiptap/pm/view'

/** Between the caret and the edge. */
const GAP = 5

/** ProseMirror scrolls by itself, without regard to the scroll padding of the page. */
export function caretInSight(): Pick<
  EditorProps,
  'scrollMargin' | 'scrollThreshold' | 'handleScrollToSelection'
> {
  const margin = { top: GAP, bottom: GAP, left: GAP, right: GAP }
  return {
    scrollMargin: margin,
    scrollThreshold: margin,
    handleScrollToSelection({ dom }) {
      const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(
        dom.closest('.editor-full') ?? document.documentElement,
      )
      margin.top = GAP + (Number.parseFloat(scrollPaddingTop) || 0)
      margin.bottom = GAP + (Number.parseFloat(scrollPaddingBottom) || 0)
      return false
    },
  }
}
