/** Apps show the digits in groups; people type them so. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '')
}

export function isCode(code: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(code))
}
