import { csvLine } from '@hearth/model/csv-line'

/** Lines of cells as the server writes them for spreadsheets. */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map(csvLine).join('')
}

/** The same table with the words of the screen above its columns; as it was where these are not as many. */
export function withHeader(csv: string, header: readonly string[]): string {
  const end = csv.indexOf('\r\n')
  const columns = csv.slice(0, end).split(',').length
  return end < 0 || columns !== header.length ? csv : csvLine(header) + csv.slice(end + 2)
}
