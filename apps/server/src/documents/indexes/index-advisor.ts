import { type CompositeField, disjunctsOf, equalFieldPaths, isNameField } from '@hearth/model'
import type { ProjectRoom } from '../project-room.ts'
import { compositeShape, fieldsFor } from '../query/composite-plan.ts'
import { CountedSnapshot } from '../query/counted-snapshot.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadState } from '../read-state.ts'
import { definitionKey, type IndexDefinition } from './composite-index-record.ts'

/** Reads beyond what is answered that make an index worth its keys, once or several times. */
const WASTE_MIN = 500
const WASTE_FACTOR = 10
const TIMES_MIN = 3
/** Definitions whose waste is remembered; then the counting begins anew. */
const SHAPES_MAX = 1000
/** Indexes that are built by themselves for the collections of one id. */
const AUTOMATIC_MAX = 10

/** Watches what queries read, and asks for an index where one is missed again and again. */
export class IndexAdvisor {
  readonly #wasteful = new Map<string, number>()

  /** Whether an index over several fields could serve the query better: asked of every query, so it only looks. */
  static canHelp({ query: { filter, collectionId, nearest, orderBy } }: PreparedQuery): boolean {
    if (collectionId === undefined || nearest !== undefined) return false
    if (filter === undefined) return orderBy.length > 2
    if ('filters' in filter) return true
    const { field: filtered } = filter
    return orderBy.some(({ field }) => !isNameField(field) && !equalFieldPaths(field, filtered))
  }

  /** Runs a query and answers, besides its result, the indexes that it should have had. */
  async watch<T>(
    room: ProjectRoom,
    state: ReadState,
    {
      prepared,
      run,
      sizeOf,
    }: { prepared: PreparedQuery; run: (state: ReadState) => Promise<T>; sizeOf: (result: T) => number },
  ): Promise<{ result: T; missed: IndexDefinition[] }> {
    const snapshot = new CountedSnapshot(state.context.snapshot)
    const result = await run({ ...state, context: { ...state.context, snapshot } })
    const answered = sizeOf(result)
    const read = Math.max(snapshot.indexEntries, snapshot.documents)
    if (read - answered < WASTE_MIN || read < WASTE_FACTOR * answered) return { result, missed: [] }
    return { result, missed: this.#note(room, state.context.database, prepared) }
  }

  #note(room: ProjectRoom, database: string, prepared: PreparedQuery): IndexDefinition[] {
    if (this.#wasteful.size > SHAPES_MAX) this.#wasteful.clear()
    return definitionsFor(database, prepared).filter((definition) => {
      if (room.indexes.findSame(definition) !== undefined || hasExempt(room, definition)) return false
      const key = definitionKey(definition)
      const times = (this.#wasteful.get(key) ?? 0) + 1
      this.#wasteful.set(key, times)
      return times === TIMES_MIN && countAutomatic(room, definition) < AUTOMATIC_MAX
    })
  }
}

/** Whoever exempts a field from its own index spares its writes; only what is declared holds it then. */
function hasExempt(room: ProjectRoom, { database, collectionId, isGroup, fields }: IndexDefinition): boolean {
  const indexing = room.fieldOverrides.readableIn(database).get(collectionId)
  const scope = isGroup ? 'group' : 'collection'
  const spaceOf = ({ kind }: CompositeField) => (kind === 'contains' ? 'elements' : 'fields')
  return indexing !== undefined && fields.some((field) => !indexing.isKept(field.path, scope, spaceOf(field)))
}

function countAutomatic(room: ProjectRoom, { database, collectionId }: IndexDefinition): number {
  return room.indexes
    .list(database)
    .filter((index) => index.origin === 'automatic' && index.collectionId === collectionId).length
}

/** One for each conjunction of the filter that needs one, those that are the same but for their values together. */
function definitionsFor(database: string, prepared: PreparedQuery): IndexDefinition[] {
  const { collectionId = '', allDescendants, filter } = prepared.query
  const definitions = new Map<string, IndexDefinition>()
  for (const filters of disjunctsOf(filter)) {
    const shape = compositeShape(filters, prepared)
    const fields = fieldsFor(shape)
    // Without an equality an index only tells the order: it leaves out nothing that a condition on another field does.
    const isNarrower = shape.equalities.length > 0 || shape.others.length === 0
    if (fields === undefined || !isNarrower) continue
    const definition = { database, collectionId, isGroup: allDescendants, fields }
    definitions.set(definitionKey(definition), definition)
  }
  return [...definitions.values()]
}
