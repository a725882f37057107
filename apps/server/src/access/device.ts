const CHARACTERS_MAX = 300

/** A `User-Agent` as it is kept and shown; browsers send half of that. Undefined for nothing that could be shown. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  const shown = userAgent
    ?.replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, CHARACTERS_MAX)
  return shown === '' ? undefined : shown
}
