import type { FieldPath } from './field-path.ts'
import { isVector } from './value-order.ts'
import type { Fields, Value } from './value.ts'

/** The value at a path, through maps but not through vectors and arrays. */
export function valueAt(fields: Fields, path: FieldPath): Value | undefined {
  let within: Fields | undefined = fields
  let found: Value | undefined
  for (const name of path) {
    found = within?.get(name)
    if (found === undefined) return undefined
    within = innerFields(found)
  }
  return found
}

/** What a path goes on through: the members of a map that is no vector. */
export function innerFields(value: Value): Fields | undefined {
  return value.kind === 'map' && !isVector(value) ? value.fields : undefined
}

/** Fields to change in place. The fields it started from stay as they are; each map is copied once, when it changes. */
export class FieldsDraft {
  readonly #root: Map<string, Value>
  readonly #owned = new WeakSet<Fields>()

  constructor(fields: Fields) {
    this.#root = new Map(fields)
  }

  /** The fields as they are now. Not to be changed further once taken. */
  get fields(): Fields {
    return this.#root
  }

  find(path: FieldPath): Value | undefined {
    return valueAt(this.#root, path)
  }

  /** Sets a field. What stands in the way and is no map gives way to one. */
  set(path: FieldPath, value: Value): void {
    this.#parentOf(path).set(lastName(path), value)
  }

  /** Removes a field; nothing happens when it is not there. */
  delete(path: FieldPath): void {
    if (this.find(path) !== undefined) this.#parentOf(path).delete(lastName(path))
  }

  #parentOf(path: FieldPath): Map<string, Value> {
    let within = this.#root
    for (const name of path.slice(0, -1)) {
      const value = within.get(name)
      const inner = value === undefined ? undefined : innerFields(value)
      within = inner !== undefined && this.#isOwned(inner) ? inner : this.#own(within, name, inner)
    }
    return within
  }

  #isOwned(fields: Fields): fields is Map<string, Value> {
    return this.#owned.has(fields)
  }

  #own(parent: Map<string, Value>, name: string, inner: Fields | undefined): Map<string, Value> {
    const copy = new Map(inner)
    this.#owned.add(copy)
    parent.set(name, { kind: 'map', fields: copy })
    return copy
  }
}

function lastName(path: FieldPath): string {
  const name = path.at(-1)
  if (name === undefined) throw new TypeError('A field path is empty')
  return name
}
