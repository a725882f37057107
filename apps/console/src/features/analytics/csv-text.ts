type Cell = string | number

/**
 * Lines of cells as the server writes them for spreadsheets (RFC 4180, CR LF); what one would take for a formula has an apostrophe
 * before it.
 */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
}

/** The same table with the words of the screen above its columns; as it was where these are not as many. */
export function withHeader(csv: string, header: readonly string[]): string {
  const end = csv.indexOf('\r\n')
  const columns = csv.slice(0, end).split(',').length
  return end < 0 || columns !== header.length ? csv : csvText([header]) + csv.slice(end + 2)
}

function csvCell(cell: Cell): string {
  const text = String(cell)
  const safe = typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
