const stops = 'a[href], button, input, select, textarea, [tabindex]'

/** Whether Tab, or with `by` -1 Shift and Tab, leads from this element out of what is around it. */
export function isEdgeStop(around: HTMLElement | null, element: EventTarget, by: -1 | 1): boolean {
  // A date has parts of its own, which only the browser knows.
  if (around === null || (element instanceof HTMLInputElement && element.type === 'date')) return false
  const all = [...around.querySelectorAll<HTMLElement>(stops)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  )
  return element === all.at(by === 1 ? -1 : 0)
}
