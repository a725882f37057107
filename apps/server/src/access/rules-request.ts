import { type Document, isDocumentPath, StatusError, validateDocumentPath } from '@hearth/model'
import {
  liftDocument,
  liftJson,
  MapValue,
  type RulesQuestion,
  TimestampValue,
  type LookupResult,
  type PathValue,
} from '@hearth/rules'
import type { Caller } from './caller.ts'
import type { AccessRequest, FileAttributes, AccessScope } from './gate.ts'
import { DEFAULT_DATABASE } from '../documents/databases/database.ts'

/** Documents that the rules of one document, file or query may read; of all writes or reads of a request together. */
const DOCUMENT_LOOKUPS_MAX = 10
const REQUEST_LOOKUPS_MAX = 20
const FILE_LOOKUPS_MAX = 2

/** Puts a request into the terms of rules. `time`: nanoseconds since the epoch. */
export function questionOf(caller: Caller, request: AccessRequest, timeNanos: bigint): RulesQuestion {
  const auth = authOf(caller)
  const time = new TimestampValue(timeNanos)
  if (request.service === 'files') {
    const { operation, bucket, path, before, after } = request
    return {
      kind: 'one',
      request: {
        method: operation,
        path: ['b', bucket, 'o', ...(operation === 'list' ? folderSegments(path) : path.split('/'))],
        auth,
        time,
        resource: before === undefined ? null : fileValue(bucket, path, before),
        newResource: after === undefined ? undefined : fileValue(bucket, path, after),
      },
    }
  }
  const { database } = request
  if (request.operation === 'list') {
    const { query, result } = request
    if (result === undefined) return { kind: 'query', request: { auth, time, database, query } }
    const path = ['databases', database, 'documents', ...result.path.split('/')]
    const resource = documentValue(database, result)
    return { kind: 'result', request: { auth, time, database, query, path, resource } }
  }
  const { operation, path, before, after } = request
  return {
    kind: 'one',
    request: {
      method: operation,
      path: ['databases', database, 'documents', ...path.split('/')],
      auth,
      time,
      resource: documentValue(database, before),
      newResource: operation === 'delete' ? null : (documentValue(database, after) ?? undefined),
    },
  }
}

/** Of the prefix of a list: it ends in a slash that no file's path has. */
function folderSegments(prefix: string): string[] {
  return prefix === '' ? [] : prefix.replace(/\/$/, '').split('/')
}

function documentValue(database: string, document: Document | undefined): MapValue | null {
  return document === undefined ? null : liftDocument(database, document)
}

/** The claims of a token are the same object in each of its requests. */
const known = new WeakMap<object, MapValue>()

/** `request.auth`: null for nobody. */
function authOf(caller: Caller): MapValue | null {
  if (caller.kind !== 'user') return null
  let auth = known.get(caller.claims)
  if (auth?.find('uid') !== caller.uid) {
    auth = new MapValue(
      new Map<string, unknown>([
        ['uid', caller.uid],
        ['token', liftJson(caller.claims)],
      ]),
    )
    known.set(caller.claims, auth)
  }
  return auth
}

/** A file as conditions see it; what is not known is no key of it. */
function fileValue(bucket: string, name: string, file: FileAttributes): MapValue {
  const { metadata, sizeBytes, generation, metageneration, timeCreated, updated, ...plain } = file
  const fields = new Map<string, unknown>([
    ['name', name],
    ['bucket', bucket],
    ['size', BigInt(sizeBytes)],
    ['metadata', Object.keys(metadata).length === 0 ? undefined : liftJson(metadata)],
    ['generation', generation === undefined ? undefined : BigInt(generation)],
    ['metageneration', metageneration === undefined ? undefined : BigInt(metageneration)],
    ['timeCreated', timestampOf(timeCreated)],
    ['updated', timestampOf(updated)],
    ...Object.entries(plain),
  ])
  for (const [key, value] of fields) if (value === undefined) fields.delete(key)
  return new MapValue(fields)
}

function timestampOf(millis: number | undefined): TimestampValue | undefined {
  return millis === undefined ? undefined : new TimestampValue(BigInt(millis) * 1_000_000n)
}

/** How many documents the rules may look up (`get`, `exists` and their like) for one document, file or query. */
export function lookupsMaxOf(request: AccessRequest): number {
  return request.service === 'files' ? FILE_LOOKUPS_MAX : DOCUMENT_LOOKUPS_MAX
}

/** The one whose documents rules can read. */
export function databaseOf(request: AccessRequest): string {
  return request.service === 'files' ? DEFAULT_DATABASE : request.database
}

/** Answers rules from what the commit makes of documents and what was read so far. */
export function finderOf(database: string, { after, found }: AccessScope) {
  return (when: 'now' | 'after', asked: PathValue): LookupResult => {
    const path = relativePath(database, asked)
    if (path === undefined)
      return { error: `No document of this database can be at ${asked.toString().slice(0, 200)}.` }
    if (when === 'after' && after?.has(path)) return { document: documentValue(database, after.get(path)) ?? undefined }
    if (found.has(path)) return { document: documentValue(database, found.get(path)) ?? undefined }
    if (found.size >= REQUEST_LOOKUPS_MAX) {
      return { error: `At most ${REQUEST_LOOKUPS_MAX} documents can be read for one request.` }
    }
    return 'unknown'
  }
}

/** The path within the database; undefined when no document of it can be there. */
export function relativePath(database: string, { segments }: PathValue): string | undefined {
  const [databases, named, documents, ...ids] = segments
  if (databases !== 'databases' || named !== database || documents !== 'documents') return undefined
  // An id with a slash in it would be two ids of another document.
  if (ids.some((id) => id.includes('/'))) return undefined
  const path = ids.join('/')
  return isDocumentPath(path) && isValidPath(path) ? path : undefined
}

function isValidPath(path: string): boolean {
  try {
    validateDocumentPath(path)
    return true
  } catch (error) {
    if (error instanceof StatusError) return false
    throw error
  }
}
