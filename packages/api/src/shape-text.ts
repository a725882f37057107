/** As much of JSON Schema as the contract's shapes are said in. */
interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly items?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly unknown[]
  readonly additionalProperties?: unknown
}

/** A schema as people write shapes: `{ apps: { name: string, bundleId: string | null }[], nextPageToken?: string }`. */
export function shapeText(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any'
  const {
    type,
    properties,
    required = [],
    items,
    enum: values,
    const: value,
    anyOf,
    additionalProperties,
  }: Schema = schema
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  if (anyOf !== undefined) return anyOf.map(shapeText).join(' | ')
  if (type === 'array') return listText(shapeText(items))
  if (Array.isArray(type)) return type.join(' | ')
  if (type !== 'object') return typeof type === 'string' ? type : 'any'
  const members = Object.entries(properties ?? {}).map(
    ([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeText(member)}`,
  )
  if (members.length > 0) return `{ ${members.join(', ')} }`
  return typeof additionalProperties === 'object' ? `{ [name]: ${shapeText(additionalProperties)} }` : '{}'
}

function listText(item: string): string {
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}
