import type { ValueType } from '../../../documents/values/typed-value.ts'
import type { Lens, LensField } from './lens.ts'

/** What the SDK for browsers gives for a type, and whether that is imported. */
const sdkTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  double: 'number',
  boolean: 'boolean',
  null: 'null',
  timestamp: 'Timestamp',
  geopoint: 'GeoPoint',
  reference: 'DocumentReference',
  bytes: 'Bytes',
  vector: 'VectorValue',
}
const imported = ['Bytes', 'DocumentReference', 'GeoPoint', 'Timestamp', 'VectorValue']

/** TypeScript for the documents of a collection as the SDK gives them. What some documents don't have is optional. */
export function typesOf(collection: string, lens: Lens): string {
  const body = membersOf(lens, [], lens.sampled, '  ')
  const used = imported.filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  return [
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from 'firebase/firestore'`, ''] : []),
    `export interface ${nameOfDocument(collection)} {`,
    body,
    '}',
    '',
  ].join('\n')
}

/** `Order` for `orders`, `Person` for `people/ada/person`. */
export function nameOfDocument(collection: string): string {
  const last = collection.split('/').at(-1) ?? ''
  const words = last.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  const one = name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
  return /^\p{L}/u.test(one) ? one : `Document${one}`
}

function membersOf(lens: Lens, above: readonly string[], all: number, indent: string): string {
  return lens.fields
    .filter(({ path }) => path.length === above.length + 1 && above.every((name, at) => path[at] === name))
    .map((field) => {
      const name = field.path.at(-1) ?? ''
      const written = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
      return `${indent}${written}${field.count < all ? '?' : ''}: ${typeOf(lens, field, indent)}`
    })
    .join('\n')
}

function typeOf(lens: Lens, field: LensField, indent: string): string {
  const texts = field.types.map(({ type, count }) => {
    if (type === 'string' && field.choices !== undefined)
      return field.choices.map((one) => JSON.stringify(one)).join(' | ')
    if (type === 'array') return listOf(field.items)
    if (type !== 'map') return sdkTypes[type] ?? 'unknown'
    const members = membersOf(lens, field.path, count, `${indent}  `)
    return members === '' ? 'Record<string, unknown>' : `{\n${members}\n${indent}}`
  })
  return [...new Set(texts)].join(' | ')
}

function listOf(items: readonly ValueType[]): string {
  const texts = [
    ...new Set(items.map((type) => (type === 'map' ? 'Record<string, unknown>' : (sdkTypes[type] ?? 'unknown')))),
  ]
  if (texts.length === 0) return 'unknown[]'
  return texts.length === 1 ? `${texts[0]}[]` : `(${texts.join(' | ')})[]`
}
