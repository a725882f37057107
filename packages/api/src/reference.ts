import type { Endpoint, Who } from './endpoint.ts'
import { answerSchemaOf, httpStatusOf, inputSchemaOf } from './open-api.ts'
import { resources } from './resources.ts'

/** Behind it stands what the contract says; what is before it is written by hand. */
const mark = '<!-- From packages/api by `npm run fix`; not to be edited. -->'

const whoTexts: Readonly<Record<Who, string>> = {
  everybody: 'Everybody',
  'code-holder': 'Whoever has the code',
  account: 'An account of the console',
  'server-owner': 'The server’s owner',
  viewer: 'Viewer',
  editor: 'Editor',
  owner: 'Owner',
}

/** The page of the reference with its endpoints as the contract has them now. Throws for a page without the mark. */
export function withEndpoints(page: string): string {
  const at = page.indexOf(mark)
  if (at === -1) throw new Error(`The page has no ${mark}.`)
  const sections = resources.map(({ title, endpoints }) =>
    [`### ${title}`, ...Object.values(endpoints).map(endpointText)].join('\n\n'),
  )
  return `${page.slice(0, at)}${mark}\n\n${sections.join('\n\n')}\n`
}

function endpointText(endpoint: Endpoint): string {
  const { method, path, summary, query, body, status = 200, answer, hasCsv } = endpoint
  const csv = hasCsv === true ? ', or CSV' : ''
  const facts = [
    ...(query === undefined ? [] : [`Query: \`${shapeText(inputSchemaOf(query))}\``]),
    ...(body === undefined ? [] : [`Body${limitText(endpoint)}: \`${shapeText(inputSchemaOf(body))}\``]),
    `Answer: ${status === 200 ? '' : `${status} `}\`${shapeText(answerSchemaOf(answer))}\`${csv}`,
    ...errorFacts(endpoint),
    ...auditFacts(endpoint),
  ]
  const list = facts.map((fact) => `- ${fact}`).join('\n')
  return `#### \`${method} ${path}\`\n\n${accessText(endpoint)} ${summary}\n\n${list}`
}

function accessText({ who, recentSignIn, scope }: Endpoint): string {
  const signIn = { always: ', recently signed in', sometimes: ', at times recently signed in' }
  const key = scope === undefined ? '' : `; keys with the scope \`${scope}\``
  return `**${whoTexts[who]}${recentSignIn === undefined ? '' : signIn[recentSignIn]}${key}.**`
}

function limitText({ bodyBytesMax }: Endpoint): string {
  return bodyBytesMax === undefined ? '' : `, at most ${bodyBytesMax / 1024} KiB`
}

function errorFacts({ errors = {} }: Endpoint): string[] {
  const named = Object.entries(errors).map(([reason, code]) => `${httpStatusOf[code]} \`${reason}\``)
  return named.length === 0 ? [] : [`Errors: ${named.join(', ')}`]
}

function auditFacts({ audit }: Endpoint): string[] {
  if (audit === undefined) return []
  const names = typeof audit === 'string' ? [audit] : audit
  return [`Audit log: ${names.map((name) => `\`${name}\``).join(', ')}`]
}

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
