import type { QueryJson } from '@hearth/rules'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { database } from './fields.ts'
import { rulesTest } from './rules-tests.ts'
import { valued } from './requests.ts'
import { sources } from './rules.ts'

/** Documents, files or folders that are asked about at once. */
export const judgedPathsMax = 100
/** Fields of each of them. */
export const judgedFieldsMax = 60

const path = z.string().check(z.minLength(1), z.maxLength(6144))
const field = z.string().check(z.minLength(1), z.maxLength(1500))
const bodyBytesMax = 4 * 1024 * 1024

const asked = {
  service: z.enum(['documents', 'files']),
  /** Whose documents, and whose rules; the default one without. */
  database: z.optional(database),
  /** Who asks; null for nobody. The token says what it would say after a sign-in, and `claims` besides. */
  as: z.nullable(
    z.strictObject({
      uid: z.string().check(z.minLength(1), z.maxLength(128)),
      claims: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  act: z.enum(['read', 'change', 'delete']),
  /** The rules that are asked; those in force without. */
  files: z.optional(sources),
}

const judgedRow = z.object({
  path: z.string(),
  /** Nothing is there, so nothing was asked. */
  isMissing: z.optional(z.boolean()),
  isAllowed: z.boolean(),
  /** Of a document that may be changed: those of `fields` for which every value that was tried was refused. */
  locked: z.array(z.string()),
})
/** What somebody may do with a document, a file or a folder. */
export type JudgedRow = z.infer<typeof judgedRow>

/** `none`: nothing is published; `closed`: nothing for this database; `broken`: they have errors; `given`: those of the request. */
const standing = z.enum(['published', 'given', 'none', 'closed', 'broken'])
export type JudgedRules = z.infer<typeof standing>

export const judgeRows = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/rules-verdicts',
  summary:
    'What somebody may do with up to 100 documents, or files and folders (whose path ends with a slash), as they are now: each is judged by the rules, which read the documents that they ask for. Nothing is changed or counted as a request. A page that takes long ends early: ask again for the rest of the paths.',
  who: 'viewer',
  body: z.strictObject({
    ...asked,
    paths: z.array(path).check(z.minLength(1), z.maxLength(judgedPathsMax)),
    /** Of documents, for `change`: the fields that are tried, as paths. */
    fields: z._default(z.array(field).check(z.maxLength(judgedFieldsMax)), []),
  }),
  bodyBytesMax,
  /** `isKnown`: there is an account with that uid. */
  answer: z.object({ rules: standing, isKnown: z.boolean(), rows: z.array(judgedRow) }),
  errors: { TOO_MANY_VERDICTS: 'resource-exhausted' },
} as const satisfies Endpoint

export type JudgedRows = z.infer<(typeof judgeRows)['answer']>

export const explainVerdict = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/rules-verdicts/explanation',
  summary:
    'Why one document or file, or with `field` a field of it, is judged as it is: the line of the rules that decided with those around it, and both sides of what was compared. With `query`, which says what it asks for as a [test](rules.md#tests) does, `path` is a collection, and rules are asked whether somebody may run that query. A path that ends with a slash is a folder of files, which is listed; `/` is the topmost. `test` asks rules the same again.',
  who: 'viewer',
  body: z.strictObject({
    ...asked,
    path,
    field: z.optional(field),
    /** Together with `read` alone. The server looks into it. */
    query: z.optional(z.custom<QueryJson>((value) => typeof value === 'object' && value !== null)),
  }),
  bodyBytesMax,
  answer: z.object({
    rules: standing,
    isAllowed: z.boolean(),
    /** Absent where no `allow` covers it. */
    at: z.optional(
      z.object({
        fileName: z.string(),
        line: z.number(),
        /** Of the first of `lines`. */
        firstLine: z.number(),
        lines: z.array(z.string()),
      }),
    ),
    /** Why the condition has no value, where it has none. */
    reason: z.optional(z.string()),
    why: z.optional(z.extend(valued, { parts: z.array(valued) })),
    /** The value that was tried for the field, as rules write it. */
    tried: z.optional(z.string()),
    lookedUp: z.array(z.string()),
    test: rulesTest,
  }),
  errors: { TOO_MANY_VERDICTS: 'resource-exhausted' },
} as const satisfies Endpoint

export type ExplainedVerdict = z.infer<(typeof explainVerdict)['answer']>
