import { diff } from '@codemirror/merge'

/** A line of one text or of both, with its number in each, from one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Beyond so many differences in one place a coarser comparison does, so that no pair of texts takes long. */
const scanLimit = 1_000

/** What became of the lines of a text, in few removals and additions. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [from, to] = [linesOf(before), linesOf(after)]
  const lines: DiffLine[] = []
  let [x, y] = [0, 0]
  const replaceUntil = (untilX: number, untilY: number): void => {
    while (x < untilX) lines.push({ kind: 'removed', text: from[x] ?? '', before: ++x, after: undefined })
    while (y < untilY) lines.push({ kind: 'added', text: to[y] ?? '', before: undefined, after: ++y })
  }
  const keepUntil = (untilX: number): void => {
    while (x < untilX) {
      const text = from[x] ?? ''
      if (text === to[y]) lines.push({ kind: 'same', text, before: ++x, after: ++y })
      else replaceUntil(x + 1, y + 1)
    }
  }
  for (const { fromA, toA, toB } of diff(...asCharacters(from, to), { scanLimit })) {
    keepUntil(fromA)
    replaceUntil(toA, toB)
  }
  keepUntil(from.length)
  return lines
}

/** The library compares characters: each line that is another becomes another one. */
function asCharacters(from: readonly string[], to: readonly string[]): [from: string, to: string] {
  const codes = new Map<string, number>()
  for (const line of [...from, ...to]) if (!codes.has(line)) codes.set(line, Math.min(codes.size, lastCode))
  const write = (lines: readonly string[]): string =>
    lines.map((line) => String.fromCharCode(codes.get(line) ?? lastCode)).join('')
  return [write(from), write(to)]
}

/** Characters beyond it are halves of others. Lines that are more than these share the last one. */
const lastCode = 0xd7_ff

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
