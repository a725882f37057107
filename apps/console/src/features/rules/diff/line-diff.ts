import { commonLines } from './common-lines.ts'

/** A line of one text or of both, with its number in each, from one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  readonly before: number | undefined
  readonly after: number | undefined
}

/** What became of the lines of a text: few removals and additions, and the fewest unless they are very many. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [from, to] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start++
  let end = 0
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++
  const common = commonLines(from.slice(start, from.length - end), to.slice(start, to.length - end))

  const lines: DiffLine[] = []
  let [x, y] = [0, 0]
  const advance = (untilX: number, untilY: number): void => {
    while (x < untilX) lines.push({ kind: 'removed', text: from[x] ?? '', before: ++x, after: undefined })
    while (y < untilY) lines.push({ kind: 'added', text: to[y] ?? '', before: undefined, after: ++y })
  }
  const keep = (count: number): void => {
    for (let kept = 0; kept < count; kept++) {
      lines.push({ kind: 'same', text: from[x] ?? '', before: ++x, after: ++y })
    }
  }
  keep(start)
  for (const [atX, atY] of common) {
    advance(start + atX, start + atY)
    keep(1)
  }
  advance(from.length - end, to.length - end)
  keep(end)
  return lines
}

/** An empty text has no line, not an empty one. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

/** The lines of a difference with at most so many unchanged ones around each change; undefined stands for lines left out. */
export function withContext(lines: readonly DiffLine[], context: number): (DiffLine | undefined)[] {
  const shown = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let near = at - context; near <= at + context; near++) shown.add(near)
  }
  const result: (DiffLine | undefined)[] = []
  for (const [at, line] of lines.entries()) {
    if (shown.has(at)) result.push(line)
    else if (result.length === 0 || result.at(-1) !== undefined) result.push(undefined)
  }
  return result
}
