import { equalityKey } from './equality-key.ts'
import type { Value } from './value.ts'

/** What it takes to look at a value, in characters of its key that take as long. */
const VALUE_COST = 32
/** Of one step. */
const STEP_COST = 64 * 1024

/** Values of which none equals another in an array transform. Each takes time linear in it, and steps of many yield what they cost. */
export class DistinctValues {
  readonly #keys = new Set<string>();

  /** Answers those that were not there, the first of equal ones, in the order given. */
  *add(values: readonly Value[]): Generator<number, Value[]> {
    return yield* filterByKey(values, (key) => {
      if (this.#keys.has(key)) return false
      this.#keys.add(key)
      return true
    })
  }

  /** Answers those of others that are not there. */
  *without(values: readonly Value[]): Generator<number, Value[]> {
    return yield* filterByKey(values, (key) => !this.#keys.has(key))
  }
}

function* filterByKey(values: readonly Value[], isWanted: (key: string) => boolean): Generator<number, Value[]> {
  const wanted: Value[] = []
  let cost = 0
  for (const value of values) {
    const key = equalityKey(value)
    if (isWanted(key)) wanted.push(value)
    cost += VALUE_COST + key.length
    if (cost < STEP_COST) continue
    yield cost
    cost = 0
  }
  yield cost
  return wanted
}
