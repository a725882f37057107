/**
 * A text of somebody's in one line: what ends a line or controls a terminal is a space, and what turns the direction of the rest around is gone
 * (Unicode Standard Annex 9). For headers, subjects and messages in which it stands among words of ours.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
}

/** What spreadsheets run: a text that begins so, blanks before it or not, also with signs of full width. */
const formulaPattern = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/
/** Numbers, phone numbers, ids: what a spreadsheet makes of them reaches nothing. */
const harmlessPattern = /^[+-][\w.+-]*$/

/** A text for a cell of CSV, with an apostrophe before what a spreadsheet would take for a formula (OWASP, "CSV Injection"). */
export function escapeFormula(text: string): string {
  return isEscapable(text) ? `'${text}` : text
}

/** The text that `escapeFormula` was given. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && isEscapable(text) ? text.slice(1) : text
}

/** Also what is escaped already, so that it comes back as it was. */
function isEscapable(text: string): boolean {
  const bare = text.replace(/^'+/, '')
  return formulaPattern.test(bare) && !harmlessPattern.test(bare)
}
