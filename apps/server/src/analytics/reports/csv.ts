/** A text that a spreadsheet takes for a formula, unless it is a number. */
const formula = /^[=+\-@\t\r\n]/
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** Lines of cells as RFC 4180 has them, ending in CR LF; what would be a formula has an apostrophe before it. */
export function encodeCsv(lines: Iterable<readonly (string | number | null)[]>): string {
  let text = ''
  for (const line of lines) text += `${line.map(encodeCell).join(',')}\r\n`
  return text
}

function encodeCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
