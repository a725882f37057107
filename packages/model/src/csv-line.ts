import { escapeFormula } from './plain-text.ts'

/** A line of cells as RFC 4180 has them, ending in CR LF, of which a spreadsheet runs none. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`
}

/** A text for a cell: no formula (`escapeFormula`), and in quotes where it has to be. A reader takes the apostrophe off by `unescapeFormula`. */
export function csvCell(text: string): string {
  return csvQuoted(escapeFormula(text))
}

/**
 * A text in quotes where it would be read as something else without, also by those who separate by semicolons or tabs (spreadsheets where
 * the comma is the decimal point) and by those who take blanks off.
 */
export function csvQuoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
