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
