import {
  disjunctsOf,
  type Document,
  encodeFields,
  isNameField,
  makeDocument,
  type NormalisedQuery,
  projectFields,
  type Version,
} from '@hearth/model'
import type { HeldMemory } from '../held-memory.ts'
import { treeStream } from './collection-tree.ts'
import { endedStates } from './ended-states.ts'
import { mergeStreams } from './merge-streams.ts'
import { PastNames } from './past-names.ts'
import { pathBoundsOf } from './path-bounds.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { queryStream, sourcesOf } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { concatStreams, type DocumentStream, emptyStream, filterStream, partsOf } from './document-stream.ts'
import { HELD_BYTES_MAX, heldBytes, HeldDocuments, sortStream, tooMuchToHold } from './held-documents.ts'
import { planScope, type ScanPlan } from './scope-plan.ts'

export interface ExecutedQuery {
  readonly documents: Document[]
  /** How many of the offset there were. */
  readonly skipped: number
}

/** `last`: the last document of the part, as it is stored. Answers whether to go on. */
export type TakePart = (documents: readonly Document[], skipped: number, last: Document) => boolean | Promise<boolean>

export interface HeldResult {
  readonly heldBytesMax?: number
  /** Counts the result for as long as who asked for it has it. */
  readonly memory?: HeldMemory | undefined
}

/**
 * The result of a query that is no vector search, as the database was at `version`, at or before the snapshot. Throws
 * `resource-exhausted`/`RESULT_TOO_LARGE` beyond `heldBytesMax`.
 */
export async function executeQuery(
  context: ReadContext,
  prepared: PreparedQuery,
  version = context.snapshot.version,
  limits: HeldResult = {},
): Promise<ExecutedQuery> {
  const held = new HeldParts(limits)
  const skipped = await eachPart(context, prepared, version, (part) => {
    held.add(part)
    return true
  })
  return { documents: held.documents, skipped }
}

/** The parts of a result that is wanted as a whole. */
export class HeldParts {
  readonly documents: Document[] = []
  readonly #limits: HeldResult
  #bytes = 0

  constructor(limits: HeldResult) {
    this.#limits = limits
  }

  /** Throws `resource-exhausted`/`RESULT_TOO_LARGE`, and as `HeldMemory.take`. */
  add(part: readonly Document[]): void {
    const { heldBytesMax = HELD_BYTES_MAX, memory } = this.#limits
    let bytes = 0
    for (const document of part) {
      document.forgetFields()
      this.documents.push(document)
      bytes += heldBytes(document)
    }
    this.#bytes += bytes
    if (this.#bytes > heldBytesMax) throw tooMuchToHold()
    memory?.take(bytes)
  }
}

/** Hands over the result of a query in parts, as it is read, and answers how many of the offset there were. */
export async function eachPart(
  context: ReadContext,
  prepared: PreparedQuery,
  version: number,
  take: TakePart,
): Promise<number> {
  const { query } = prepared
  const { offset, limit = Infinity } = query
  const stream = await streamAt(context, prepared, version)
  let skipped = 0
  let taken = 0
  let isFirst = true
  while (taken < limit || skipped < offset) {
    const page = await stream.next()
    if (page.length === 0) break
    const leftOut = Math.min(offset - skipped, page.length)
    skipped += leftOut
    const within = page.slice(leftOut, leftOut + limit - taken)
    taken += within.length
    for (const part of partsOf(within)) {
      // Pages that are in memory already come without a pause.
      if (!isFirst) await context.meter.pause()
      isFirst = false
      const goesOn = take(
        part.map((document) => projectedAlone(document, query)),
        skipped,
        part.at(-1) as Document,
      )
      if (!(typeof goesOn === 'boolean' ? goesOn : await goesOn)) return skipped
    }
  }
  return skipped
}

/** Every document of the result, offset and limit aside, as it was at `version`. */
export async function streamAt(
  context: ReadContext,
  prepared: PreparedQuery,
  version: number,
): Promise<DocumentStream> {
  const { offset, limit = Infinity } = prepared.query
  if (limit === 0 && offset === 0) return { next: async () => [] }
  if (version >= context.snapshot.version) return await queryStream(context, prepared, offset + limit)
  return await pastStream(context, prepared, version)
}

/** Skips the offset, takes up to the limit, and answers how many were skipped. */
export async function eachInWindow(
  { meter }: Pick<ReadContext, 'meter'>,
  stream: DocumentStream,
  { offset, limit = Infinity }: Pick<NormalisedQuery, 'offset' | 'limit'>,
  take: (document: Document) => void,
): Promise<number> {
  let skipped = 0
  let taken = 0
  while (taken < limit || skipped < offset) {
    const page = await stream.next()
    if (page.length === 0) break
    const leftOut = Math.min(offset - skipped, page.length)
    skipped += leftOut
    const within = page.slice(leftOut, leftOut + limit - taken)
    taken += within.length
    for (const document of within) {
      take(document)
      document.forgetFields()
      if (meter.isOver) await meter.pause()
    }
  }
  return skipped
}

/** As `project`, of a document that nobody else looks at. */
export function projectedAlone(document: Document, query: Pick<NormalisedQuery, 'select'>): Document {
  const projected = project(document, query)
  if (projected !== document) document.forgetFields()
  return projected
}

/** A document with the selected fields alone. */
export function project(document: Document, { select }: Pick<NormalisedQuery, 'select'>): Document {
  if (select === undefined || select.length === 0) return document
  const { path, createTime, updateTime } = document
  if (select.every(isNameField)) return makeDocument({ path, createTime, updateTime, json: '{}' }, new Map())
  return makeDocument({ path, createTime, updateTime, json: encodeFields(projectFields(document.fields, select)) })
}

/**
 * A query's documents as they were at an earlier version. In the order of names they are read as those of now are. Otherwise
 * those that have not changed since are found as now, and merged with what the query finds in the past of its collections.
 * Throws `out-of-range`/`VERSION_COLLECTED` when the history does not reach back so far.
 */
async function pastStream(context: ReadContext, prepared: PreparedQuery, version: Version): Promise<DocumentStream> {
  const { query, finds, keyOf } = prepared
  const { offset, limit = Infinity } = query
  const wanted = offset + limit
  if (query.collectionId === undefined) {
    return filterStream(
      treeStream({ ...context, asOf: version }, query.parent, pathBoundsOf(query)),
      finds,
      context.meter,
    )
  }
  const scans = nameScansOf(context, prepared)
  if (scans !== undefined) {
    const accept = finds
    const streams = scans.flatMap(({ scan: { ranges, reverse } }) =>
      ranges.map((range) => new PastNames(context, range, { version, reverse, accept, wanted })),
    )
    return streams.length === 0 ? emptyStream : mergeStreams(context, streams, keyOf)
  }
  const ended = await endedStates(context, prepared, version)
  const unchanged = await queryStream(context, unchangedSince(prepared, version), wanted)
  if (prepared.isUnordered) return concatStreams([unchanged, ended])
  const held = new HeldDocuments(context, { keyOf, keep: wanted })
  return mergeStreams(context, [unchanged, sortStream(ended, held)], keyOf)
}

/** The query of the documents that are as they were then. */
function unchangedSince(prepared: PreparedQuery, version: Version): PreparedQuery {
  const finds: PreparedQuery['finds'] = (document) => document.updateTime <= version && prepared.finds(document)
  return { ...prepared, finds, isNarrowed: true }
}

/** The scans of a query that is answered from the keys of names alone; undefined for others. */
function nameScansOf(context: ReadContext, prepared: PreparedQuery): ScanPlan[] | undefined {
  const scans: ScanPlan[] = []
  for (const source of sourcesOf(context.database, prepared)) {
    for (const filters of disjunctsOf(prepared.query.filter)) {
      const plan = planScope(source, filters, prepared, context)
      if (plan.kind === 'nothing') continue
      if (plan.kind !== 'scan' || plan.compositeId !== undefined || plan.fields.length > 0) return undefined
      scans.push(plan)
    }
  }
  return scans
}
