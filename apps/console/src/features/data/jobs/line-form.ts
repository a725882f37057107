import { StatusError } from '@hearth/model/status-error'
import { decodeFields } from '@hearth/model/typed-json'
import { isId } from '../../../documents/data-path.ts'
import { fieldNameProblem } from '../../../documents/values/written-field-path.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'

/**
 * What a line without a head says, by its shape:
 *
 *   exported  {"path":"users/ada","fields":{"name":{"stringValue":"Ada"}}}, or a document of the REST API with its `name`
 *   typed     {"name":{"stringValue":"Ada"}}, or the same as {"fields":{…}}: each value names its type
 *   plain     {"name":"Ada"}, as the console's editor has it
 *   end       the last line of an export whose head was cut off
 */
export type LineForm =
  | { readonly form: 'exported'; readonly path: string; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly form: 'typed'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly form: 'plain' }
  | { readonly form: 'end' }
  | { readonly problem: string }

/** Of google.firestore.v1.Value. */
const typeNames: ReadonlySet<string> = new Set(
  ['null', 'boolean', 'integer', 'double', 'timestamp', 'string', 'bytes', 'reference', 'geoPoint', 'array', 'map'].map(
    (type) => `${type}Value`,
  ),
)
const besideFields: ReadonlySet<string> = new Set(['path', 'name', 'fields', 'createTime', 'updateTime'])
const resourceName = /^projects\/[^/]+\/databases\/[^/]+\/documents\/(.+)$/

/** A line that is no JSON is plain, whose reader says what is wrong with it. */
export function formOf(text: string): LineForm {
  const json = jsonOf(text)
  if (!isRecord(json)) return { form: 'plain' }
  const names = Object.keys(json)
  if (json['format'] === 'hearth-documents') return { problem: exchangeTexts.secondHead }
  if (json['end'] === true && typeof json['documents'] === 'number' && names.length === 2) return { form: 'end' }
  const { fields } = json
  if (isRecord(fields) && names.every((name) => besideFields.has(name))) {
    const path = pathOf(json)
    if (path !== undefined) return exported(path, fields)
    if (names.length === 1) return typedOr(fields, json)
  }
  return typedOr(json)
}

/** `otherwise` is what the line is when none of the values names its type. */
function typedOr(fields: Readonly<Record<string, unknown>>, otherwise?: object): LineForm {
  const values = Object.values(fields)
  const typed = values.filter(isTyped).length
  if (typed === 0 && (values.length > 0 || otherwise === undefined)) return { form: 'plain' }
  if (typed < values.length) return { problem: exchangeTexts.halfTyped }
  return checked(fields) ?? { form: 'typed', fields }
}

function exported(path: string, fields: Readonly<Record<string, unknown>>): LineForm {
  const segments = path.split('/')
  if (segments.length % 2 !== 0 || !segments.every(isId)) return { problem: exchangeTexts.badPath(path) }
  return checked(fields) ?? { form: 'exported', path, fields }
}

/** The first field whose value the server would not take. */
function checked(fields: Readonly<Record<string, unknown>>): { readonly problem: string } | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const problem = fieldNameProblem(name)
    if (problem !== undefined) return { problem: exchangeTexts.badName(name, problem) }
    if (!isReadable(value)) return { problem: exchangeTexts.badTyped(name) }
  }
  return undefined
}

function isReadable(value: unknown): boolean {
  try {
    decodeFields({ field: value })
    return true
  } catch (thrown) {
    if (thrown instanceof StatusError) return false
    throw thrown
  }
}

function pathOf({ path, name }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof path === 'string') return path
  return typeof name === 'string' ? resourceName.exec(name)?.[1] : undefined
}

function isTyped(value: unknown): boolean {
  if (!isRecord(value)) return false
  const [name = '', ...more] = Object.keys(value)
  return more.length === 0 && typeNames.has(name)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
