import {
  type Document,
  encodeFields,
  type Fields,
  type Filter,
  makeDocument,
  type Query,
  type Value,
} from '@hearth/model'
import type { Caller, OperatorRole } from './caller.ts'
import type { AccessRequest, FileAttributes } from './gate.ts'

/** Short forms for the tables of the policy tests. */
export const visitor: Caller = { kind: 'visitor' }

/** Those with a credential of `project`. */
export function callersOf(project: string) {
  const expiresAt = 4_000_000_000
  return {
    admin: { kind: 'admin', project } satisfies Caller,
    user: (uid: string, claims: Record<string, unknown> = {}) =>
      ({ kind: 'user', project, uid, claims: { auth_time: 0, ...claims }, authTime: 0, expiresAt }) satisfies Caller,
    operator: (role: OperatorRole) =>
      ({ kind: 'operator', project, uid: 'op', role, authTime: 0, expiresAt }) satisfies Caller,
  }
}

type Plain = null | boolean | string | number | bigint | Date | readonly Plain[] | { readonly [name: string]: Plain }

export function value(plain: Plain): Value {
  if (plain === null) return { kind: 'null' }
  if (typeof plain === 'boolean') return { kind: 'boolean', value: plain }
  if (typeof plain === 'string') return { kind: 'string', value: plain }
  if (typeof plain === 'bigint') return { kind: 'integer', value: plain }
  if (typeof plain === 'number') return { kind: 'double', value: plain }
  if (plain instanceof Date) return { kind: 'timestamp', micros: BigInt(plain.getTime()) * 1000n }
  if (Array.isArray(plain)) return { kind: 'array', values: plain.map(value) }
  return { kind: 'map', fields: fields(plain as { readonly [name: string]: Plain }) }
}

export function fields(plain: { readonly [name: string]: Plain }): Fields {
  return new Map(Object.entries(plain).map(([name, item]) => [name, value(item)]))
}

export function document(path: string, plain: { readonly [name: string]: Plain }): Document {
  return makeDocument({ path, createTime: 1, updateTime: 1, json: encodeFields(fields(plain)) })
}

export function getDocument(before: Document): AccessRequest {
  return access('get', before.path, before, undefined)
}

export function createDocument(after: Document): AccessRequest {
  return access('create', after.path, undefined, after)
}

export function updateDocument(before: Document, after: Document): AccessRequest {
  return access('update', after.path, before, after)
}

export function deleteDocument(before: Document): AccessRequest {
  return access('delete', before.path, before, undefined)
}

function access(
  operation: 'get' | 'create' | 'update' | 'delete',
  path: string,
  before: Document | undefined,
  after: Document | undefined,
): AccessRequest {
  return { service: 'documents', operation, database: '(default)', path, before, after }
}

export function list(collection: string, filter?: Filter, options: Partial<Query> = {}): AccessRequest {
  const segments = collection.split('/')
  const collectionId = segments.pop() ?? ''
  const query: Query = {
    parent: segments.join('/'),
    collectionId,
    allDescendants: false,
    filter,
    orderBy: [],
    offset: 0,
    ...options,
  }
  return { service: 'documents', operation: 'list', database: '(default)', query }
}

export function where(field: string, op: '==' | 'array-contains' | '>=', text: string): Filter {
  return { kind: 'field', field: [field], op, value: value(text) }
}

export function file(
  operation: 'get' | 'list' | 'create' | 'update' | 'delete',
  path: string,
  attributes: Partial<FileAttributes> = {},
): AccessRequest {
  const whole: FileAttributes = { sizeBytes: 1000, contentType: 'image/png', metadata: {}, ...attributes }
  const isWrite = operation === 'create' || operation === 'update'
  return {
    service: 'files',
    operation,
    bucket: 'console',
    path,
    before: operation === 'create' || operation === 'list' ? undefined : whole,
    after: isWrite ? whole : undefined,
  }
}
