/**
 * Tells the server for how long nobody has been at the page, so that what is asked only because time has passed keeps no session alive.
 *
 * @param idleMs milliseconds
 */
export function idleHeaders(idleMs: number): Readonly<Record<string, string>> {
  return { 'hearth-idle': String(Math.floor(idleMs / 1000)) }
}
