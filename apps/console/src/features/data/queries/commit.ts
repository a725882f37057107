import * as z from 'zod/mini'
import { documentsUrl, type ProjectDatabase } from '../../../databases/project-database.ts'
import type { Change } from '../draft/changes.ts'
import { formatFieldPath } from '../../../documents/values/field-path.ts'
import {
  isOperation,
  type Operation,
  type TypedFields,
  type TypedValue,
} from '../../../documents/values/typed-value.ts'
import { encodeFields, encodeValue, type WireValue } from '../../../documents/values/wire-value.ts'

/** One write of the REST protocol's `commit`. */
export type Write = Readonly<Record<string, unknown>>

const answer = z.object({ commitTime: z.optional(z.string()) })

/** Writes all or nothing, with the exact types of typed values, which the web SDK can't write all. */
export async function commit(database: ProjectDatabase, writes: readonly Write[], signal?: AbortSignal): Promise<void> {
  await database.project.call({
    method: 'POST',
    path: `${documentsUrl(database)}:commit`,
    body: { writes },
    ...(signal !== undefined && { signal }),
    answer,
  })
}

/** A document that must not be there yet. */
export function creation({ root }: ProjectDatabase, path: string, fields: TypedFields): Write {
  const transforms: Write[] = []
  const plain = withoutOperations({ type: 'map', fields }, [], root, transforms)
  return {
    update: { name: `${root}/${path}`, fields: plain.type === 'map' ? encodeFields(plain.fields, root) : {} },
    ...(transforms.length > 0 && { updateTransforms: transforms }),
    currentDocument: { exists: false },
  }
}

/** Changes of a document that must still be the one of `updateTime`. */
export function update(database: ProjectDatabase, path: string, changes: readonly Change[], updateTime: string): Write {
  return { ...updateOf(database, path, changes), currentDocument: { updateTime } }
}

function updateOf({ root }: ProjectDatabase, path: string, changes: readonly Change[]): Write {
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
  }
}

/** Gives one field of a document that is there a value; undefined takes it away. */
export function fieldUpdate(
  database: ProjectDatabase,
  path: string,
  field: readonly string[],
  value: TypedValue | undefined,
): Write {
  const write = updateOf(database, path, [{ path: field, was: undefined, value }])
  return { ...write, currentDocument: { exists: true } }
}

/** The value without what the server works out, which goes into `transforms`. */
function withoutOperations(value: TypedValue, path: readonly string[], root: string, transforms: Write[]): TypedValue {
  if (value.type !== 'map') return value
  const fields = new Map<string, TypedValue>()
  for (const [name, inner] of value.fields) {
    const here = [...path, name]
    if (isOperation(inner)) transforms.push(transformOf(here, inner, root))
    else fields.set(name, withoutOperations(inner, here, root, transforms))
  }
  return { type: 'map', fields }
}

function transformOf(path: readonly string[], operation: Operation, root: string): Write {
  const fieldPath = formatFieldPath(path)
  switch (operation.type) {
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
