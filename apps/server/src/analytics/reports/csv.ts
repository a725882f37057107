import { csvLine } from '@hearth/model'

/** Lines of cells; what has no value is empty. */
export function encodeCsv(lines: Iterable<readonly (string | number | null)[]>): string {
  let text = ''
  for (const line of lines) text += csvLine(line.map((cell) => cell ?? ''))
  return text
}
