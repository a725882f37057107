/**
 * Since when nobody has been at the page that a request comes from, in whole seconds: such a request is no use of an operator session. It only
 * ever shortens a session's life, so pages are believed.
 */
export const IDLE_HEADER = 'hearth-idle'

/** Milliseconds; 0 for what doesn't say, or not so. */
export function idleMsOf(headers: Readonly<Record<string, unknown>>): number {
  const value = headers[IDLE_HEADER]
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : 0
}
