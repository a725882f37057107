import { compareValues, equalsInArrayTransform } from './value-order.ts'
import type { Value } from './value.ts'

/** Values without ties, in their order: whether one is among them is found in the time of the logarithm of how many they are. */
export class SortedValues {
  #values: readonly Value[]

  constructor(values: readonly Value[]) {
    this.#values = withoutTies(values.toSorted(compareValues))
  }

  has(value: Value): boolean {
    const found = this.#values[this.#place(value)]
    return found !== undefined && equalsInArrayTransform(found, value)
  }

  /** Answers those that were not there, the first of equal ones, in the order given. All at once: each alone would move what is behind it. */
  add(values: readonly Value[]): Value[] {
    const fresh = new Set<Value>()
    // The sort is stable, so of equal ones the first given comes first.
    for (const value of withoutTies(values.toSorted(compareValues))) if (!this.has(value)) fresh.add(value)
    if (fresh.size > 0) this.#values = merged(this.#values, [...fresh])
    const added: Value[] = []
    // The same object may be given twice.
    for (const value of values) if (fresh.delete(value)) added.push(value)
    return added
  }

  #place(value: Value): number {
    let low = 0
    let high = this.#values.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const candidate = this.#values[middle]
      if (candidate !== undefined && compareValues(candidate, value) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The first of each run of equal ones. */
function withoutTies(sorted: readonly Value[]): Value[] {
  return sorted.filter((value, i) => {
    const previous = sorted[i - 1]
    return previous === undefined || !equalsInArrayTransform(previous, value)
  })
}

function merged(a: readonly Value[], b: readonly Value[]): Value[] {
  const values: Value[] = []
  let at = 0
  for (const value of b) {
    for (let next = a[at]; next !== undefined && compareValues(next, value) < 0; next = a[++at]) values.push(next)
    values.push(value)
  }
  for (; at < a.length; at++) values.push(a[at] as Value)
  return values
}
