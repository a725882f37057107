import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'
import { testCase } from '../saved-tests/saved-tests.ts'

/** A request that the gate decided, as lists have it. */
export const listedRequest = z.object({
  id: z.string(),
  time: z.string(),
  service: z.enum(['documents', 'files']),
  operation: z.string(),
  database: z.optional(z.string()),
  path: z.string(),
  caller: z.object({ kind: z.enum(['visitor', 'user', 'operator']), uid: z.optional(z.string()) }),
  verdict: z.enum(['allowed', 'denied']),
  rule: z.optional(z.object({ fileName: z.string(), line: z.number(), column: z.number() })),
  reason: z.optional(z.string()),
  /** The expression of the rules that has no value. */
  expression: z.optional(z.string()),
  /** Which rules those were: the id of a version, or since when those of a file or a tool held. */
  rules: z.optional(z.union([z.object({ ruleset: z.string() }), z.object({ since: z.string() })])),
  /** Milliseconds. */
  stages: z.optional(z.object({ beforeMs: z.optional(z.number()), rulesMs: z.number(), lookupsMs: z.number() })),
  /** Paths of the documents that were read for the rules. */
  lookedUp: z.optional(z.array(z.string())),
  from: z.optional(z.object({ address: z.string(), origin: z.optional(z.string()), requestId: z.string() })),
  /** What the commit of a write changes all in all; the first of its paths. */
  written: z.optional(z.object({ count: z.number(), paths: z.array(z.string()) })),
})

export type ListedRequest = z.infer<typeof listedRequest>

const valued = z.object({ expression: z.string(), value: z.string() })
const describedRequest = z.object({
  request: listedRequest,
  test: z.optional(testCase),
  unknown: z.array(z.string()),
  why: z.optional(z.extend(valued, { parts: z.array(valued) })),
})

/**
 * A request with all that is kept of it; `test` asks rules the same again, but for what is `unknown`. `why` is the expression that denied
 * it, with the values of then.
 */
export type DescribedRequest = z.infer<typeof describedRequest>

/** Throws `not-found`/`REQUEST_NOT_FOUND` when it is not kept any more. */
export async function getRequest(project: ProjectSession, id: string): Promise<DescribedRequest> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/requests/${encodeURIComponent(id)}`
  return await project.call({ path, answer: describedRequest })
}

/** What a file of rules is called: one that a server reads from a folder has its whole path. */
export function shortFileName(fileName: string): string {
  return fileName.replace(/^.*[/\\]/, '')
}
