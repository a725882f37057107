/**
 * A path inside the console to go to after sign-in, or `undefined` for anything else: an address of another site must not come in
 * through a link (`//host`, `/\host`), and coming back to the sign-in screens makes no sense.
 */
export function innerPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > 4096) return undefined
  if (/\p{Cc}/u.test(value)) return undefined
  return /^\/(sign-in|sign-up|welcome|reset-password|action)([/?#]|$)/.test(value) ? undefined : value
}
