import type { Document } from '@hearth/model'
import { liftDocument, liftJson, MapValue, type RulesQuestion, TimestampValue } from '@hearth/rules'
import type { Caller } from './caller.ts'
import type { AccessRequest, FileAttributes } from './gate.ts'

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

export function documentValue(database: string, document: Document | undefined): MapValue | null {
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
