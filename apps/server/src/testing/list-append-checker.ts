/**
 * Whether a history of transactions over lists could have happened one transaction after the other, in an order that
 * respects time: strict serializability. Every append adds a value of its own, and a read returns the whole list, so
 * the order of versions is read off the lists and not guessed. After Elle (Kingsbury and Alvaro, 2020).
 */
export interface Attempt {
  readonly id: string
  readonly startMs: number
  /** Infinity when the outcome is not known. */
  readonly endMs: number
  /** `unknown`: the answer was lost; it may have happened. */
  readonly outcome: 'committed' | 'failed' | 'unknown'
  /** Lists as they were read, before its own appends. */
  readonly reads: ReadonlyMap<string, readonly number[]>
  readonly appends: ReadonlyMap<string, number>
}

/** Complaints about a history and the lists as they were left; none when it is strictly serializable. */
export function checkHistory(
  attempts: readonly Attempt[],
  finals: ReadonlyMap<string, readonly number[]>,
): readonly string[] {
  const writers = new Map<number, Attempt>()
  for (const attempt of attempts) for (const value of attempt.appends.values()) writers.set(value, attempt)
  const complaints = [
    ...complaintsAboutLists(finals, writers),
    ...complaintsAboutReads(attempts, finals),
    ...lostAppends(attempts, finals),
  ]
  if (complaints.length > 0) return complaints
  const happened = attempts.filter((attempt) => hasHappened(attempt, finals))
  const cycle = findCycle(edgesOf(happened, finals, writers))
  return cycle === undefined ? [] : [`a circle: ${cycle.join(' -> ')}`]
}

function complaintsAboutLists(finals: ReadonlyMap<string, readonly number[]>, writers: ReadonlyMap<number, Attempt>) {
  const complaints: string[] = []
  for (const [key, list] of finals) {
    if (new Set(list).size < list.length) complaints.push(`${key} holds a value twice`)
    for (const value of list) {
      const writer = writers.get(value)
      if (writer === undefined) complaints.push(`${key} holds ${value}, which nobody appended`)
      else if (writer.outcome === 'failed') complaints.push(`${key} holds ${value} of ${writer.id}, which failed`)
    }
  }
  return complaints
}

function complaintsAboutReads(attempts: readonly Attempt[], finals: ReadonlyMap<string, readonly number[]>) {
  const complaints: string[] = []
  for (const { id, outcome, reads } of attempts) {
    if (outcome !== 'committed') continue
    for (const [key, read] of reads) {
      const final = finals.get(key) ?? []
      if (read.some((value, i) => value !== final[i])) complaints.push(`${id} read ${key} as it never was`)
    }
  }
  return complaints
}

function lostAppends(attempts: readonly Attempt[], finals: ReadonlyMap<string, readonly number[]>): string[] {
  return attempts
    .filter(({ outcome, appends }) => outcome === 'committed' && appends.size > 0)
    .filter((attempt) => !hasAllAppends(attempt, finals))
    .map(({ id }) => `an append of ${id} is lost`)
    .concat(halves(attempts, finals))
}

function halves(attempts: readonly Attempt[], finals: ReadonlyMap<string, readonly number[]>): string[] {
  return attempts
    .filter(({ outcome }) => outcome === 'unknown')
    .filter((attempt) => hasSomeAppend(attempt, finals) && !hasAllAppends(attempt, finals))
    .map(({ id }) => `${id} happened by half`)
}

function hasAllAppends({ appends }: Attempt, finals: ReadonlyMap<string, readonly number[]>): boolean {
  return [...appends].every(([key, value]) => finals.get(key)?.includes(value))
}

function hasSomeAppend({ appends }: Attempt, finals: ReadonlyMap<string, readonly number[]>): boolean {
  return [...appends].some(([key, value]) => finals.get(key)?.includes(value))
}

function hasHappened(attempt: Attempt, finals: ReadonlyMap<string, readonly number[]>): boolean {
  return attempt.outcome === 'committed' || (attempt.outcome === 'unknown' && hasSomeAppend(attempt, finals))
}

type Edges = Map<Attempt, Set<Attempt>>

function edgesOf(
  happened: readonly Attempt[],
  finals: ReadonlyMap<string, readonly number[]>,
  writers: ReadonlyMap<number, Attempt>,
): Edges {
  const edges: Edges = new Map(happened.map((attempt) => [attempt, new Set()]))
  const add = (from: Attempt | undefined, to: Attempt | undefined) => {
    if (from !== undefined && to !== undefined && from !== to) edges.get(from)?.add(to)
  }
  const writerAt = (key: string, index: number) => writers.get(finals.get(key)?.[index] ?? NaN)
  for (const [key, list] of finals) {
    for (let i = 1; i < list.length; i++) add(writerAt(key, i - 1), writerAt(key, i))
  }
  for (const attempt of happened) {
    for (const [key, read] of attempt.reads) {
      add(writerAt(key, read.length - 1), attempt)
      add(attempt, writerAt(key, read.length))
    }
    for (const later of happened) if (attempt.endMs < later.startMs) add(attempt, later)
  }
  return edges
}

/** The ids along a circle, the first of them again at the end. */
function findCycle(edges: Edges): string[] | undefined {
  const state = new Map<Attempt, 'open' | 'done'>()
  for (const start of edges.keys()) {
    if (state.has(start)) continue
    const stack = [{ attempt: start, rest: edges.get(start)?.values() }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.rest?.next().value
      if (next === undefined) {
        state.set(top.attempt, 'done')
        stack.pop()
      } else if (state.get(next) === 'open') {
        const path = stack.map(({ attempt }) => attempt)
        return [...path.slice(path.indexOf(next)), next].map(({ id }) => id)
      } else if (!state.has(next)) {
        state.set(next, 'open')
        stack.push({ attempt: next, rest: edges.get(next)?.values() })
      }
    }
  }
  return undefined
}
