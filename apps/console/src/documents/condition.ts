import { formatFieldPath } from '@hearth/model/field-path'
import { FIELD_OPERATORS, type FieldOperator } from '@hearth/model/query'
import { queryTexts } from '../texts/en/data-query.ts'
import { formatJson, parseJson } from './values/document-json.ts'
import { parseFieldPath, readFieldPath } from './values/written-field-path.ts'
import { isOperation, type TypedValue } from './values/typed-value.ts'

/** One condition of a query, with the type of its value. */
export interface Condition {
  readonly field: readonly string[]
  readonly operator: FieldOperator
  /** An array for those of `listOperators`. */
  readonly value: TypedValue
}

export interface Ordering {
  readonly field: readonly string[]
  readonly isDescending: boolean
}

export const listOperators: readonly FieldOperator[] = ['in', 'not-in', 'array-contains-any']

/** As it stands in the address: `status == "open"`, `ship.city in ["London", "Paris"]`, `total > 20.0`. */
export function formatCondition({ field, operator, value }: Condition): string {
  return `${formatFieldPath(field)} ${operator} ${formatJson(value).replaceAll(/\s*\n\s*/g, ' ')}`
}

/** undefined for a text that is no condition. */
export function parseCondition(text: string): Condition | undefined {
  const path = readFieldPath(text)
  if (path === undefined) return undefined
  const [, operatorText = '', valueText = ''] = /^\s*(\S+)\s+(.+)$/s.exec(text.slice(path.end)) ?? []
  const operator = FIELD_OPERATORS.find((one) => one === operatorText)
  const parsed = parseJson(valueText)
  if (operator === undefined || 'problem' in parsed || conditionProblem(operator, parsed.value) !== undefined)
    return undefined
  return { field: path.names, operator, value: parsed.value }
}

/** Why a value can't be compared, or nothing. */
export function conditionProblem(operator: FieldOperator, value: TypedValue): string | undefined {
  if (isOperation(value)) return queryTexts.noOperation
  if (holdsLargeInteger(value)) return queryTexts.largeInteger
  if (!listOperators.includes(operator)) return undefined
  if (value.kind !== 'array' || value.values.length === 0) return queryTexts.needsList
  if (value.values.length > (operator === 'not-in' ? 10 : 30))
    return queryTexts.longList(operator === 'not-in' ? 10 : 30)
  return undefined
}

/** The SDK would send another number. */
function holdsLargeInteger(value: TypedValue): boolean {
  if (value.kind === 'array') return value.values.some(holdsLargeInteger)
  if (value.kind === 'map') return [...value.fields.values()].some(holdsLargeInteger)
  return value.kind === 'integer' && !Number.isSafeInteger(Number(value.value))
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
