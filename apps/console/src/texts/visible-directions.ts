/**
 * A name of somebody's as it is safe to show: the characters that turn the direction of what follows around (Unicode Standard Annex 9)
 * are written out, so that `\u202Efdp.exe` doesn't look like `exe.pdf`. For showing alone: it names nothing.
 */
export function visibleDirections(name: string): string {
  return name.replaceAll(
    /[\u202A-\u202E\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
