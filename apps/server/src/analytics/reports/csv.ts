import { escapeFormula } from '@hearth/model'

/** Lines of cells as RFC 4180 has them, ending in CR LF; what would be a formula has an apostrophe before it. */
export function encodeCsv(lines: Iterable<readonly (string | number | null)[]>): string {
  let text = ''
  for (const line of lines) text += `${line.map(encodeCell).join(',')}\r\n`
  return text
}

function encodeCell(value: string | number | null): string {
  const safe = escapeFormula(value === null ? '' : String(value))
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
