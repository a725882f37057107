import { invalidArgument } from '@hearth/model'
import { z } from 'zod'

const file = z.object({ name: z.string().max(200).default('firestore.rules'), content: z.string() })
const source = z.object({ files: z.array(file).min(1).max(10) })

export const rulesetBody = z.object({
  source,
  /** Why it was changed; an addition of ours. */
  note: z.string().max(1000).optional(),
})

export const releaseBody = z.object({ name: z.string(), rulesetName: z.string() })
export const releasePatch = z.object({ release: releaseBody.partial({ name: true }) })

const json: z.ZodType = z.unknown()

const testCase = z.object({
  expectation: z.enum(['ALLOW', 'DENY', 'EXPECTATION_UNSPECIFIED']).default('ALLOW'),
  request: z.object({
    path: z.string().max(6_000),
    method: z.enum(['get', 'list', 'create', 'update', 'delete']),
    auth: z.record(z.string(), json).nullish(),
    time: z.iso.datetime({ offset: true }).optional(),
    resource: z.record(z.string(), json).nullish(),
  }),
  resource: z.record(z.string(), json).nullish(),
  functionMocks: z
    .array(
      z.object({
        function: z.string(),
        args: z.array(z.object({ exactValue: json.optional(), anyValue: json.optional() })).default([]),
        result: z.object({ value: json.optional(), undefined: json.optional() }),
      }),
    )
    .max(100)
    .default([]),
  expressionReportLevel: z.string().optional(),
})
export const testBody = z.object({
  source: source.optional(),
  testSuite: z.object({ testCases: z.array(testCase).max(100).default([]) }).optional(),
})

/** Throws `invalid-argument`/`INVALID_BODY`, naming the first member that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidArgument('INVALID_BODY', `Invalid ${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? ''}`)
}
