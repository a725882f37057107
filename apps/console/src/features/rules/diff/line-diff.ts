/** A line of one text or of both, with its number in each, from one. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Beyond so many differences the rest counts as replaced whole, so that no pair of texts takes long. */
const EDITS_MAX = 400

/**
 * What became of the lines of a text: the shortest list of removals and additions, after E. Myers, "An O(ND) difference
 * algorithm and its variations" (1986).
 */
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

/** Pairs of indices of lines that stay. */
function commonLines(from: readonly string[], to: readonly string[]): [number, number][] {
  const furthest = new Map([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let edits = 0; edits <= Math.min(EDITS_MAX, from.length + to.length); edits++) {
    trace.push(new Map(furthest))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(furthest, diagonal, edits)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1
      let y = x - diagonal
      while (x < from.length && y < to.length && from[x] === to[y]) [x, y] = [x + 1, y + 1]
      furthest.set(diagonal, x)
      if (x >= from.length && y >= to.length) return walkBack(trace, from.length, to.length)
    }
  }
  return []
}

function isDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0)
}

function walkBack(trace: readonly ReadonlyMap<number, number>[], endX: number, endY: number): [number, number][] {
  const pairs: [number, number][] = []
  let [x, y] = [endX, endY]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] ?? new Map<number, number>()
    const diagonal = x - y
    const previous = isDown(furthest, diagonal, edits) ? diagonal + 1 : diagonal - 1
    const previousX = furthest.get(previous) ?? 0
    const previousY = previousX - previous
    while (x > previousX && y > previousY) pairs.push([--x, --y])
    if (edits > 0) [x, y] = [previousX, previousY]
  }
  return pairs.toReversed()
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
