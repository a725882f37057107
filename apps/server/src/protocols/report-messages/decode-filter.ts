import { z } from 'zod'
import type { Filter } from '../../analytics/reports/report-request.ts'
import { invalidReportAt } from './invalid-report.ts'

export interface FilterContext {
  /** Of metrics: values are numbers. */
  readonly isNumber: boolean
  /** Hears of each field that is named, and throws for one that there is not. */
  readonly noteField: (name: string) => void
}

const DEPTH_MAX = 10
const text = z.string().max(500)
const number = z.strictObject({
  int64Value: z.union([z.string().regex(/^-?\d{1,18}$/), z.number().int()]).optional(),
  doubleValue: z.number().optional(),
})
const expression = z.strictObject({
  andGroup: z.strictObject({ expressions: z.array(z.unknown()).min(1).max(100) }).optional(),
  orGroup: z.strictObject({ expressions: z.array(z.unknown()).min(1).max(100) }).optional(),
  notExpression: z.unknown().optional(),
  filter: z
    .strictObject({
      fieldName: z.string().max(100),
      stringFilter: z
        .strictObject({
          matchType: z
            .enum(['MATCH_TYPE_UNSPECIFIED', 'EXACT', 'BEGINS_WITH', 'ENDS_WITH', 'CONTAINS'], {
              error: 'It is EXACT, BEGINS_WITH, ENDS_WITH or CONTAINS.',
            })
            .optional(),
          value: text,
          caseSensitive: z.boolean().optional(),
        })
        .optional(),
      inListFilter: z
        .strictObject({ values: z.array(text).min(1).max(1_000), caseSensitive: z.boolean().optional() })
        .optional(),
      numericFilter: z
        .strictObject({
          operation: z.enum(['EQUAL', 'LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL']),
          value: number,
        })
        .optional(),
      betweenFilter: z.strictObject({ fromValue: number, toValue: number }).optional(),
      emptyFilter: z.strictObject({}).optional(),
    })
    .optional(),
})

type FieldFilter = NonNullable<z.infer<typeof expression>['filter']>

/** A `FilterExpression`; undefined where there is none. `at` names it in errors. Throws `invalid-argument`/`INVALID_REQUEST`. */
export function decodeFilter(json: unknown, at: string, context: FilterContext, depth = 1): Filter | undefined {
  if (json === undefined || json === null) return undefined
  if (depth > DEPTH_MAX) throw invalidReportAt(at, `Expressions are at most ${DEPTH_MAX} deep.`)
  const parsed = expression.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidReportAt([at, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'It is not an expression.')
  }
  const { andGroup, orGroup, notExpression, filter } = parsed.data
  const decodeInner = (inner: unknown): Filter => {
    const found = decodeFilter(inner, at, context, depth + 1)
    if (found === undefined) throw invalidReportAt(at, 'An expression is empty.')
    return found
  }
  const kinds = [andGroup, orGroup, notExpression, filter].filter((kind) => kind !== undefined)
  if (kinds.length !== 1)
    throw invalidReportAt(at, 'An expression is one of andGroup, orGroup, notExpression and filter.')
  if (andGroup !== undefined) return { kind: 'and', filters: andGroup.expressions.map(decodeInner) }
  if (orGroup !== undefined) return { kind: 'or', filters: orGroup.expressions.map(decodeInner) }
  if (filter === undefined) return { kind: 'not', filter: decodeInner(notExpression) }
  context.noteField(filter.fieldName)
  return { kind: 'field', field: filter.fieldName, matches: matcherOf(filter, at, context.isNumber) }
}

function matcherOf(filter: FieldFilter, at: string, isNumber: boolean): (value: string) => boolean {
  const { stringFilter, inListFilter, numericFilter, betweenFilter, emptyFilter } = filter
  if (
    [stringFilter, inListFilter, numericFilter, betweenFilter, emptyFilter].filter((one) => one !== undefined)
      .length !== 1
  ) {
    throw invalidReportAt(
      at,
      'A filter has one of stringFilter, inListFilter, numericFilter, betweenFilter and emptyFilter.',
    )
  }
  if (stringFilter !== undefined && !isNumber) return textMatcher(stringFilter)
  if (inListFilter !== undefined && !isNumber) return listMatcher(inListFilter)
  if (emptyFilter !== undefined && !isNumber) return (value) => value === '' || value === '(not set)'
  if (numericFilter !== undefined) {
    const compare = comparisons[numericFilter.operation]
    const wanted = numberOf(numericFilter.value, at)
    return (value) => value !== '' && compare(Number(value), wanted)
  }
  if (betweenFilter !== undefined) {
    const from = numberOf(betweenFilter.fromValue, at)
    const to = numberOf(betweenFilter.toValue, at)
    return (value) => value !== '' && Number(value) >= from && Number(value) <= to
  }
  throw invalidReportAt(at, 'Metrics are filtered by numericFilter or betweenFilter.')
}

function textMatcher({ matchType, value, caseSensitive }: NonNullable<FieldFilter['stringFilter']>) {
  const fold = caseSensitive === true ? (one: string) => one : (one: string) => one.toLowerCase()
  const wanted = fold(value)
  switch (matchType) {
    case 'BEGINS_WITH':
      return (one: string) => fold(one).startsWith(wanted)
    case 'ENDS_WITH':
      return (one: string) => fold(one).endsWith(wanted)
    case 'CONTAINS':
      return (one: string) => fold(one).includes(wanted)
    case 'EXACT':
    case 'MATCH_TYPE_UNSPECIFIED':
    case undefined:
      return (one: string) => fold(one) === wanted
  }
}

function listMatcher({ values, caseSensitive }: NonNullable<FieldFilter['inListFilter']>) {
  const fold = caseSensitive === true ? (one: string) => one : (one: string) => one.toLowerCase()
  const wanted = new Set(values.map(fold))
  return (one: string) => wanted.has(fold(one))
}

const comparisons: Readonly<Record<string, (value: number, wanted: number) => boolean>> & {
  readonly [Operation in NonNullable<FieldFilter['numericFilter']>['operation']]: (v: number, w: number) => boolean
} = {
  EQUAL: (value, wanted) => value === wanted,
  LESS_THAN: (value, wanted) => value < wanted,
  LESS_THAN_OR_EQUAL: (value, wanted) => value <= wanted,
  GREATER_THAN: (value, wanted) => value > wanted,
  GREATER_THAN_OR_EQUAL: (value, wanted) => value >= wanted,
}

function numberOf({ int64Value, doubleValue }: z.infer<typeof number>, at: string): number {
  const value = int64Value ?? doubleValue
  if (value === undefined) throw invalidReportAt(at, 'A number has int64Value or doubleValue.')
  return Number(value)
}
