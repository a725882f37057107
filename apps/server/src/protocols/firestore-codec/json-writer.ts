import { encodeBase64, encodeFields, encodeValue, formatTimestamp } from '@hearth/model'
import type { Fields, Value } from '@hearth/model'
import { typeOf } from './wire-schema.ts'
import type { EnumType, Field, MessageType, NamedDocument, ScalarName } from './wire-schema.ts'

/**
 * Writes a message as proto3 JSON text. Absent fields, empty lists and numeric zeroes are left out as the vendor does;
 * `int32Value` and friends say something by being there and stay. Text is joined, never built as objects first:
 * documents go in as they are stored.
 */
export function writeJson<Shape>(type: MessageType<Shape>, shape: Shape): string {
  let text = '{'
  for (const { name, key, write } of writersOf(type)) {
    const value = (shape as Record<string, unknown>)[name]
    if (value === undefined) continue
    const written = write(value)
    if (written === undefined) continue
    text += text.length > 1 ? `,${key}${written}` : key + written
  }
  return text + '}'
}

interface FieldWriter {
  readonly name: string
  /** `"name":` */
  readonly key: string
  /** Undefined: the field is left out. */
  readonly write: (value: unknown) => string | undefined
}

/** Made once for each type: what a field needs is known before there is a value, and answers are written by the thousand. */
const writers = new Map<MessageType, readonly FieldWriter[]>()

function writersOf(type: MessageType): readonly FieldWriter[] {
  let known = writers.get(type)
  if (known === undefined) {
    known = type.fields.map((field) => ({ name: field.name, key: `"${field.name}":`, write: fieldWriter(field) }))
    writers.set(type, known)
  }
  return known
}

function fieldWriter(field: Field): FieldWriter['write'] {
  const write = singleWriter(typeOf(field))
  switch (field.label) {
    case 'single':
      // A member of a oneof says something even with its default value.
      if (field.oneof !== undefined) return write
      return (value) => (isDefault(value) ? undefined : write(value))
    case 'repeated':
      return (value) => {
        const items = value as readonly unknown[]
        return items.length === 0 ? undefined : `[${items.map(write).join(',')}]`
      }
    case 'string-map':
      return (value) => {
        const entries = [...(value as ReadonlyMap<string, unknown>)]
        if (entries.length === 0) return undefined
        return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join(',')}}`
      }
  }
}

function isDefault(value: unknown): boolean {
  return value === 0 || value === '' || value === false || (value instanceof Uint8Array && value.length === 0)
}

function singleWriter(type: ScalarName | EnumType | MessageType): (value: unknown) => string {
  if (typeof type === 'string') return (value) => writeScalar(type, value)
  return type.kind === 'enum' ? (value) => JSON.stringify(value) : (value) => writeJson(type, value)
}

function writeScalar(type: ScalarName, value: unknown): string {
  switch (type) {
    case 'string':
    case 'bool':
    case 'int32':
    case 'int32Value':
      return JSON.stringify(value)
    case 'int64':
    case 'int64Value':
      return `"${String(value)}"`
    case 'double':
    case 'doubleValue':
      return Number.isFinite(value) ? JSON.stringify(value) : `"${String(value)}"`
    case 'bytes':
      return `"${encodeBase64(value as Uint8Array)}"`
    case 'version':
      return `"${formatTimestamp(value as number)}"`
    case 'value':
      return encodeValue(value as Value)
    case 'arrayValue':
      return `{"values":[${(value as readonly Value[]).map(encodeValue).join(',')}]}`
    case 'fields':
      return encodeFields(value as Fields)
    case 'document':
      return documentJson(value as NamedDocument)
    case 'duration':
      return `"${((value as number) / 1000).toFixed(6)}s"`
    case 'struct':
      return JSON.stringify(value)
    case 'instant':
    case 'opaque':
      throw new TypeError(`The type ${type} stands in requests alone`)
  }
}

/** A document as proto3 JSON, its fields exactly as they are stored. */
export function documentJson({ root, document }: NamedDocument): string {
  const known = document.encoded?.json
  if (known !== undefined) return known
  // One that is missing, and listed as the parent of others, is its name alone.
  if (document.updateTime === 0) return `{"name":${JSON.stringify(root + document.path)}}`
  const text =
    `{"name":${JSON.stringify(root + document.path)},"fields":${document.json},` +
    `"createTime":"${formatTimestamp(document.createTime)}","updateTime":"${formatTimestamp(document.updateTime)}"}`
  document.encoded = { ...document.encoded, json: text }
  return text
}
