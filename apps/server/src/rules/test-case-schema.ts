import { parseJson, FIELD_OPERATORS, invalidArgument } from '@hearth/model'
import { type FilterJson, questionOf, type RulesTestCase } from '@hearth/rules'
import { z } from 'zod'
import { listOf } from '../lib/list-of.ts'

const MOCKS_MAX = 100
const FILTERS_MAX = 100
/** Of a file; a request takes fewer. */
const CASES_MAX = 1_000

const json: z.ZodType = z.unknown()
const jsonObject = z.record(z.string(), json)

const filter: z.ZodType<FilterJson> = z.lazy(() =>
  z.union([
    z.object({ field: z.string(), op: z.enum(FIELD_OPERATORS), value: json }),
    z.object({ and: z.array(filter).max(FILTERS_MAX) }),
    z.object({ or: z.array(filter).max(FILTERS_MAX) }),
  ]),
)

/** What a query asks for, apart from its collection. */
export const querySchema = z.object({
  where: z.array(filter).max(FILTERS_MAX).optional(),
  orderBy: z
    .array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']).optional() }))
    .max(FILTERS_MAX)
    .optional(),
  limit: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  offset: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  allDescendants: z.boolean().optional(),
})

/** A test case as it comes from outside; what it does not know it leaves out. */
export const testCaseSchema = z.object({
  name: z.string().max(200).optional(),
  expectation: z.enum(['ALLOW', 'DENY', 'EXPECTATION_UNSPECIFIED']).default('ALLOW'),
  request: z.object({
    path: z.string().min(1).max(6_000),
    method: z.enum(['get', 'list', 'create', 'update', 'delete']),
    auth: jsonObject.nullish(),
    time: z.iso.datetime({ offset: true }).optional(),
    resource: jsonObject.nullish(),
    query: querySchema.optional(),
  }),
  resource: jsonObject.nullish(),
  functionMocks: z
    .array(
      z.object({
        function: z.string(),
        args: z.array(z.object({ exactValue: json.optional(), anyValue: json.optional() })).default([]),
        result: z.object({ value: json.optional(), undefined: json.optional() }),
      }),
    )
    .max(MOCKS_MAX)
    .default([]),
})

/** `{"testCases": […]}`: the `TestSuite` of the vendor's rules API. */
export const testSuiteSchema = z.object({
  testCases: listOf(testCaseSchema.extend({ expressionReportLevel: z.string().optional() }), CASES_MAX).default([]),
})

/** Throws `invalid-argument` for a case that rules can't be asked: fields of no type, a query of no collection. */
export function assertAskable(test: RulesTestCase): void {
  questionOf(test, 0n)
}

/**
 * The cases of a suite's JSON text. Throws `invalid-argument`/`INVALID_TEST`, naming the first member that is wrong.
 */
export function parseTestSuite(text: string): RulesTestCase[] {
  const parsed = testSuiteSchema.safeParse(parseFile(text))
  if (parsed.success) return parsed.data.testCases
  const [issue] = parsed.error.issues
  throw invalidArgument(
    'INVALID_TEST',
    `These are no tests: ${issue?.path.join('.') || 'the file'}: ${issue?.message}.`,
  )
}

function parseFile(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw invalidArgument('INVALID_TEST', 'These are no tests: the file is no JSON.')
  }
}
