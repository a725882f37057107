/** In CSS pixels. */
const gap = 4
const edge = 8

/**
 * Puts what floats below an element, or above it where there is more room, within the window; what doesn't fit there scrolls inside of it.
 * `heightMax` in CSS pixels. It begins where the element begins in reading direction, as wide as it is itself or, with `isAsWide`, as the element.
 * `at` is where the element counts as being, such as the part of it that is seen.
 */
export function placeBeside(
  float: HTMLElement,
  element: Element,
  {
    heightMax = Infinity,
    isAsWide = false,
    at = element.getBoundingClientRect(),
  }: { readonly heightMax?: number; readonly isAsWide?: boolean; readonly at?: DOMRect } = {},
): void {
  const { top, bottom, left, right, width } = at
  const below = innerHeight - bottom - 2 * gap
  const above = top - 2 * gap
  const isBelow = below >= Math.min(heightMax, float.scrollHeight, above)
  const ownWidth = isAsWide ? width : float.offsetWidth
  const start = getComputedStyle(element).direction === 'rtl' ? right - ownWidth : left
  const leftMost = isAsWide ? start : Math.max(edge, Math.min(start, innerWidth - ownWidth - edge))
  float.style.left = `${leftMost}px`
  if (isAsWide) float.style.width = `${width}px`
  float.style.maxHeight = `${Math.min(heightMax, isBelow ? below : above)}px`
  float.style.top = isBelow ? `${bottom + gap}px` : ''
  float.style.bottom = isBelow ? '' : `${innerHeight - top + gap}px`
}

/** Calls back whenever an element may have moved in the window, until the answer is called. */
export function onMove(listener: () => void): () => void {
  // Scrolling does not bubble: it is heard on its way down.
  addEventListener('scroll', listener, { capture: true, passive: true })
  addEventListener('resize', listener)
  return () => {
    removeEventListener('scroll', listener, { capture: true })
    removeEventListener('resize', listener)
  }
}
