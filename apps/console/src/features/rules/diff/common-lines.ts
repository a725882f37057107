/** Beyond so many differences between two anchors they count as replaced whole, so that no pair of texts takes long. */
const EDITS_MAX = 400

/** Indices of a line that stays, in the one text and in the other. */
export type Pair = readonly [from: number, to: number]

/**
 * The lines that stay, in their order: as many as possible, after E. Myers, "An O(ND) difference algorithm and its variations" (1986). Of
 * texts that differ in very many places first those that are in each of them once (B. Cohen's patience difference), and between two of them
 * as many as possible.
 */
export function commonLines(from: readonly string[], to: readonly string[]): readonly Pair[] {
  return mostCommonLines(from, to) ?? betweenAnchors(from, to)
}

function betweenAnchors(from: readonly string[], to: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = []
  let [x, y] = [0, 0]
  for (const [atX, atY] of [...anchorsOf(from, to), [from.length, to.length] as const]) {
    const inner = mostCommonLines(from.slice(x, atX), to.slice(y, atY)) ?? []
    for (const [innerX, innerY] of inner) pairs.push([x + innerX, y + innerY])
    if (atX < from.length) pairs.push([atX, atY])
    ;[x, y] = [atX + 1, atY + 1]
  }
  return pairs
}

/** Lines that each text has once: the longest row of them that both have in the same order. */
function anchorsOf(from: readonly string[], to: readonly string[]): readonly Pair[] {
  const inTo = onceIn(to)
  const pairs = [...onceIn(from)].flatMap(([line, x]): Pair[] => {
    const y = inTo.get(line)
    return y === undefined ? [] : [[x, y]]
  })
  // The last pair of the best row of each length, and what comes before each pair in its row.
  const ends: Pair[] = []
  const before = new Map<Pair, Pair | undefined>()
  for (const pair of pairs) {
    const at = firstFrom(ends, pair[1])
    before.set(pair, ends[at - 1])
    ends[at] = pair
  }
  const row: Pair[] = []
  for (let pair = ends.at(-1); pair !== undefined; pair = before.get(pair)) row.push(pair)
  return row.toReversed()
}

/** The index of the first pair at or behind a line of the second text; their number when there is none. */
function firstFrom(ends: readonly Pair[], line: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle]?.[1] ?? 0) < line) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the lines are that a text has exactly once. */
function onceIn(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line)
    else places.set(line, at)
  }
  for (const line of repeated) places.delete(line)
  return places
}

/** Undefined when there are too many differences to look for the fewest. */
function mostCommonLines(from: readonly string[], to: readonly string[]): readonly Pair[] | undefined {
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
  return undefined
}

function isDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0)
}

function walkBack(trace: readonly ReadonlyMap<number, number>[], endX: number, endY: number): readonly Pair[] {
  const pairs: Pair[] = []
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
