/**
 * Cells as spreadsheets put them on the clipboard: a line for each row, tabs between its cells, and quotes around what holds a tab, a line break
 * or a quote.
 */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

function quoted(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows of a text from a spreadsheet. One pass over it; the line break at its end is no row. */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const lineEnd = (): void => {
    rows.push(row)
    row = []
  }
  while (at <= text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at)
    row.push(cell.text)
    at = cell.end
    const sign = text[at]
    if (sign === '\t') at += 1
    else if (sign === undefined) {
      lineEnd()
      break
    } else {
      at += sign === '\r' && text[at + 1] === '\n' ? 2 : 1
      lineEnd()
      if (at === text.length) break
    }
  }
  return rows
}

interface ReadCell {
  readonly text: string
  readonly end: number
}

function readPlain(text: string, from: number): ReadCell {
  let end = from
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(from, end), end }
}

/** A quote that is never closed, or has words behind it, is a quote that somebody wrote. */
function readQuoted(text: string, from: number): ReadCell {
  const parts: string[] = []
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return readPlain(text, from)
    parts.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') {
      const end = quote + 1
      const next = text[end]
      return next === undefined || next === '\t' || next === '\n' || next === '\r'
        ? { text: parts.join('"'), end }
        : readPlain(text, from)
    }
    at = quote + 2
  }
}
