import { queryTexts } from '../texts/en/data-query.ts'
import { formatJson, parseJson } from './values/document-json.ts'
import { formatFieldPath, parseFieldPath, readFieldPath } from './values/field-path.ts'
import { isOperation, type TypedValue } from './values/typed-value.ts'

export const operators = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not-in',
  'array-contains',
  'array-contains-any',
] as const

export type Operator = (typeof operators)[number]

/** One condition of a query, with the type of its value. */
export interface Condition {
  readonly field: readonly string[]
  readonly operator: Operator
  /** An array for those of `listOperators`. */
  readonly value: TypedValue
}

export interface Ordering {
  readonly field: readonly string[]
  readonly isDescending: boolean
}

export const listOperators: readonly Operator[] = ['in', 'not-in', 'array-contains-any']

/** As it stands in the address: `status == "open"`, `ship.city in ["London", "Paris"]`, `total > 20.0`. */
export function formatCondition({ field, operator, value }: Condition): string {
  return `${formatFieldPath(field)} ${operator} ${formatJson(value).replaceAll(/\s*\n\s*/g, ' ')}`
}

/** undefined for a text that is no condition. */
export function parseCondition(text: string): Condition | undefined {
  const path = readFieldPath(text)
  if (path === undefined) return undefined
  const [, operatorText = '', valueText = ''] = /^\s*(\S+)\s+(.+)$/s.exec(text.slice(path.end)) ?? []
  const operator = operators.find((one) => one === operatorText)
  const parsed = parseJson(valueText)
  if (operator === undefined || 'problem' in parsed || conditionProblem(operator, parsed.value) !== undefined)
    return undefined
  return { field: path.names, operator, value: parsed.value }
}

/** Why a value can't be compared, or nothing. */
export function conditionProblem(operator: Operator, value: TypedValue): string | undefined {
  if (isOperation(value)) return queryTexts.noOperation
  if (holdsLargeInteger(value)) return queryTexts.largeInteger
  if (!listOperators.includes(operator)) return undefined
  if (value.type !== 'array' || value.values.length === 0) return queryTexts.needsList
  if (value.values.length > (operator === 'not-in' ? 10 : 30))
    return queryTexts.longList(operator === 'not-in' ? 10 : 30)
  return undefined
}

/** The SDK would send another number. */
function holdsLargeInteger(value: TypedValue): boolean {
  if (value.type === 'array') return value.values.some(holdsLargeInteger)
  if (value.type === 'map') return [...value.fields.values()].some(holdsLargeInteger)
  return value.type === 'integer' && !Number.isSafeInteger(Number(value.value))
}

/** `created desc`, `name` */
export function formatOrdering({ field, isDescending }: Ordering): string {
  return isDescending ? `${formatFieldPath(field)} desc` : formatFieldPath(field)
}

export function parseOrdering(text: string): Ordering | undefined {
  const isDescending = text.endsWith(' desc')
  const field = parseFieldPath(text.replace(/ (asc|desc)$/, ''))
  return field === undefined ? undefined : { field, isDescending }
}
