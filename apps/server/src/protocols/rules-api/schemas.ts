import { invalidArgument } from '@hearth/model'
import { z } from 'zod'
import { listOf } from '../../lib/list-of.ts'
import { testSuiteSchema } from '../../rules/test-case-schema.ts'

const isNotEmpty = ({ length }: readonly unknown[]): boolean => length > 0

const file = z.object({ name: z.string().max(200).default('firestore.rules'), content: z.string() })
const source = z.object({ files: listOf(file, 10).refine(isNotEmpty, 'There is no file.') })

export const rulesetBody = z.object({
  source,
  /** Why it was changed; an addition of ours. */
  note: z.string().max(1000).optional(),
})

export const releaseBody = z.object({ name: z.string(), rulesetName: z.string() })
export const releasePatch = z.object({
  release: releaseBody.partial({ name: true }),
  /** The ruleset that is thought to hold until then, by its name; an addition of ours. */
  replaces: z.string().optional(),
})

export const testBody = z.object({
  source: source.optional(),
  testSuite: testSuiteSchema.refine(({ testCases }) => testCases.length <= 100, 'At most 100 cases.').optional(),
})

/** Throws `invalid-argument`/`INVALID_BODY`, naming the first member that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidArgument('INVALID_BODY', `Invalid ${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? ''}`)
}
