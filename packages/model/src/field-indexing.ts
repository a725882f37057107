import type { FieldPath } from './field-path.ts'

/** Which indexes a field has: of its values in either direction, and of the elements of its arrays. */
export interface FieldIndexes {
  readonly ascending: boolean
  readonly descending: boolean
  readonly contains: boolean
}

/** What is indexed of a field for queries of one collection, and for those of the collection group. */
export interface ScopedIndexes {
  readonly collection: FieldIndexes
  readonly group: FieldIndexes
}

/** What is indexed of a field, and of all that is in it, where that is not everything. */
export interface FieldOverride extends ScopedIndexes {
  /** Empty for all fields of the collection group, `*`. */
  readonly path: FieldPath
}

const EVERYTHING: FieldIndexes = { ascending: true, descending: true, contains: true }

/** Overrides by the names on the way to their fields. */
interface Node {
  indexes: ScopedIndexes
  readonly below: Map<string, Node>
}

/**
 * What is indexed of the single fields of a collection group. The override of a field holds for what is in it too, but
 * for what has one of its own; where there is none, everything is indexed. Of several sets of overrides, what all of
 * them index.
 */
export class FieldIndexing {
  readonly #sets: readonly (readonly FieldOverride[])[]
  readonly #roots: readonly Node[]

  constructor(sets: readonly (readonly FieldOverride[])[]) {
    this.#sets = sets
    this.#roots = sets.map(treeOf)
  }

  /** What both of them index. */
  and(other: FieldIndexing): FieldIndexing {
    return new FieldIndexing([...this.#sets, ...other.#sets])
  }

  has(path: FieldPath, scope: keyof ScopedIndexes, kind: keyof FieldIndexes): boolean {
    return this.#roots.every((root) => nearest(root, path)[scope][kind])
  }

  /** Whether documents have keys of a field in a scope; one key serves both directions. */
  isKept(path: FieldPath, scope: keyof ScopedIndexes, space: 'fields' | 'elements'): boolean {
    if (space === 'elements') return this.has(path, scope, 'contains')
    return this.has(path, scope, 'ascending') || this.has(path, scope, 'descending')
  }
}

function treeOf(overrides: readonly FieldOverride[]): Node {
  const root: Node = { indexes: { collection: EVERYTHING, group: EVERYTHING }, below: new Map() }
  // Shorter paths first, so that what is below them has something to go by.
  for (const { path, collection, group } of overrides.toSorted((a, b) => a.path.length - b.path.length)) {
    let node = root
    for (const name of path) {
      let next = node.below.get(name)
      if (next === undefined) {
        next = { indexes: node.indexes, below: new Map() }
        node.below.set(name, next)
      }
      node = next
    }
    node.indexes = { collection, group }
  }
  return root
}

function nearest(root: Node, path: FieldPath): ScopedIndexes {
  let node = root
  for (const name of path) {
    const next = node.below.get(name)
    if (next === undefined) break
    node = next
  }
  return node.indexes
}
