import * as z from 'zod/mini'
import { HearthError } from '../backend/api/hearth-error.ts'
import { type CalledDatabase, documentsUrl } from './project-database.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { isOperation, type Operation, type TypedFields, type TypedValue } from './values/typed-value.ts'
import { encodeFields, encodeValue, type WireValue } from './values/wire-value.ts'

/** One write of the REST protocol's `commit`. */
export type Write = Readonly<Record<string, unknown>>

/** What becomes of a field; undefined takes it away. */
export interface FieldChange {
  /** At least one name. */
  readonly path: readonly string[]
  readonly value: TypedValue | undefined
}

/** What must hold of a document for a write to count. */
export type Precondition = { readonly updateTime: string } | { readonly exists: boolean }

const answer = z.object({ commitTime: z.optional(z.string()) })

/** Writes all or nothing, with the exact types of typed values, which the web SDK can't write all. */
export async function commit(database: CalledDatabase, writes: readonly Write[], signal?: AbortSignal): Promise<void> {
  await database.project.call({
    method: 'POST',
    path: `${documentsUrl(database)}:commit`,
    body: { writes },
    ...(signal !== undefined && { signal }),
    answer,
  })
}

/** A document that must not be there yet. */
export function creation({ root }: CalledDatabase, path: string, fields: TypedFields): Write {
  const transforms: Write[] = []
  const plain = withoutOperations({ kind: 'map', fields }, [], root, transforms)
  return {
    update: { name: `${root}/${path}`, fields: plain.kind === 'map' ? encodeFields(plain.fields, root) : {} },
    ...(transforms.length > 0 && { updateTransforms: transforms }),
    currentDocument: { exists: false },
  }
}

/** Changes of a document; one that isn't there comes about, where the precondition lets it. */
export function update(
  { root }: CalledDatabase,
  path: string,
  changes: readonly FieldChange[],
  currentDocument?: Precondition,
): Write {
  const transforms: Write[] = []
  const mask: string[] = []
  const fields: Record<string, unknown> = {}
  for (const change of changes) {
    if (change.value !== undefined && isOperation(change.value)) {
      transforms.push(transformOf(change.path, change.value, root))
      continue
    }
    mask.push(formatFieldPath(change.path))
    if (change.value === undefined) continue
    put(fields, change.path, encodeValue(withoutOperations(change.value, change.path, root, transforms), root))
  }
  return {
    update: { name: `${root}/${path}`, fields },
    updateMask: { fieldPaths: mask },
    ...(transforms.length > 0 && { updateTransforms: transforms }),
    ...(currentDocument !== undefined && { currentDocument }),
  }
}

/** Takes a document away, if there is one. */
export function deletion({ root }: CalledDatabase, path: string): Write {
  return { delete: `${root}/${path}` }
}

const triesMax = 5
const overtaken: ReadonlySet<string> = new Set(['aborted', 'failed-precondition', 'already-exists', 'not-found'])

/** For what looks at a document and writes only when that is still there: does it again when somebody wrote in between. */
export async function untilNotOvertaken(lookAndWrite: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await lookAndWrite()
      return
    } catch (thrown) {
      if (tries === triesMax || !(thrown instanceof HearthError && overtaken.has(thrown.code))) throw thrown
    }
  }
}

/** The value without what the server works out, which goes into `transforms`. */
function withoutOperations(value: TypedValue, path: readonly string[], root: string, transforms: Write[]): TypedValue {
  if (value.kind !== 'map') return value
  const fields = new Map<string, TypedValue>()
  for (const [name, inner] of value.fields) {
    const here = [...path, name]
    if (isOperation(inner)) transforms.push(transformOf(here, inner, root))
    else fields.set(name, withoutOperations(inner, here, root, transforms))
  }
  return { kind: 'map', fields }
}

function transformOf(path: readonly string[], operation: Operation, root: string): Write {
  const fieldPath = formatFieldPath(path)
  switch (operation.kind) {
    case 'server-time':
      return { fieldPath, setToServerValue: 'REQUEST_TIME' }
    case 'increment':
      return { fieldPath, increment: encodeValue(operation.by, root) }
    case 'array-add':
      return { fieldPath, appendMissingElements: { values: operation.values.map((value) => encodeValue(value, root)) } }
    case 'array-remove':
      return { fieldPath, removeAllFromArray: { values: operation.values.map((value) => encodeValue(value, root)) } }
  }
}

/** Puts a value into nested maps of the wire form. */
function put(fields: Record<string, unknown>, path: readonly string[], value: WireValue): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (rest.length === 0) {
    fields[name] = value
    return
  }
  const map = (fields[name] ??= { mapValue: { fields: {} } }) as { mapValue: { fields: Record<string, unknown> } }
  put(map.mapValue.fields, rest, value)
}
