/** Milliseconds since the epoch as RFC 3339. */
export function timeJson(ms: number): string {
  return new Date(ms).toISOString()
}
