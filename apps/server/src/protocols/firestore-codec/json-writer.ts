import { encodeBase64, encodeFields, encodeValue, formatTimestamp } from '@hearth/model'
import type { Fields, Value } from '@hearth/model'
import { documentJson } from './document-json.ts'
import { typeOf } from './wire-schema.ts'
import type { EnumType, Field, MessageType, NamedDocument, ScalarName } from './wire-schema.ts'

/**
 * Writes a message as proto3 JSON text. Absent fields, empty lists and numeric zeroes are left out as the vendor does;
 * `int32Value` and friends say something by being there and stay. Text is joined, never built as objects first:
 * documents go in as they are stored.
 */
export function writeJson<Shape>(type: MessageType<Shape>, shape: Shape): string {
  let text = '{'
  for (const field of type.fields) {
    const value = (shape as Record<string, unknown>)[field.name]
    if (value === undefined) continue
    const written = writeField(field, value)
    if (written === undefined) continue
    if (text.length > 1) text += ','
    text += `"${field.name}":${written}`
  }
  return text + '}'
}

function writeField(field: Field, value: unknown): string | undefined {
  const type = typeOf(field)
  switch (field.label) {
    case 'single':
      // A member of a oneof says something even with its default value.
      if (field.oneof === undefined && isDefault(value)) return undefined
      return writeSingle(type, value)
    case 'repeated': {
      const items = value as readonly unknown[]
      if (items.length === 0) return undefined
      return `[${items.map((item) => writeSingle(type, item)).join(',')}]`
    }
    case 'string-map': {
      const entries = [...(value as ReadonlyMap<string, unknown>)]
      if (entries.length === 0) return undefined
      return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${writeSingle(type, item)}`).join(',')}}`
    }
  }
}

function isDefault(value: unknown): boolean {
  return value === 0 || value === '' || value === false || (value instanceof Uint8Array && value.length === 0)
}

function writeSingle(type: ScalarName | EnumType | MessageType, value: unknown): string {
  if (typeof type === 'string') return writeScalar(type, value)
  return type.kind === 'enum' ? JSON.stringify(value) : writeJson(type, value)
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
