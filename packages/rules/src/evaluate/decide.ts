import type { Method } from '../syntax/ast.ts'
import type { SourcePosition } from '../syntax/source-position.ts'
import { MapValue, PathValue, type RuleValue, type TimestampValue } from '../values/rule-value.ts'
import { BudgetExceeded, Evaluation, type FindDocument, MissingDocument, type Observer } from './evaluation.ts'
import { Failure, isSymbolic, type Result } from './failure.ts'
import { matchPath } from './match-path.ts'
import type { CompiledAllow, CompiledBlock, Ruleset } from './ruleset.ts'
import { partlyKnownRequest, type UnknownPart, UnknownValue } from './unknown.ts'

/** What somebody wants, as conditions see it. */
export interface RulesRequest {
  readonly method: Method
  /** From the root: `databases/(default)/documents/users/ada`, `b/bucket/o/photos/1.png`. */
  readonly path: readonly string[]
  /** `uid` and `token`; null for nobody. */
  readonly auth: MapValue | null
  readonly time: TimestampValue
  /** The state before; null when there is nothing. */
  readonly resource: MapValue | null
  /** The state after; undefined where there is none (reads, deletes). */
  readonly newResource?: MapValue | undefined
  /** What stands in the place of something that nobody knows any more. */
  readonly unknown?: ReadonlySet<UnknownPart> | undefined
}

/** An `allow` that was tried and did not grant. */
export interface Refusal {
  readonly method: Method
  readonly fileName: string
  /** Of the `allow`. */
  readonly position: SourcePosition
  /** `false`, or why the condition has no value. */
  readonly reason: string
  /** Where that came up. */
  readonly reasonPosition: SourcePosition | undefined
  /** Whether it might have granted: that depends on what is not known. */
  readonly isUnknown: boolean
}

export interface Verdict {
  readonly isAllowed: boolean
  /** The `allow` that granted. */
  readonly grantedBy?: { readonly fileName: string; readonly position: SourcePosition } | undefined
  readonly refusals: readonly Refusal[]
  readonly expressionsUsed: number
  readonly lookupsUsed: number
}

/** Documents are missing: to be asked again when they are known. */
export interface NeedsDocument {
  readonly when: 'now' | 'after'
  readonly path: PathValue
}

export interface DecideOptions {
  readonly find: FindDocument
  readonly lookupsMax: number
  readonly observer?: Observer | undefined
}

/** Whether rules grant a request: if any `allow` for its method, in any block that covers its path, is true. */
export function decide(ruleset: Ruleset, request: RulesRequest, options: DecideOptions): Verdict | NeedsDocument {
  const { unknown = nothing } = request
  const evaluation = new Evaluation({
    ...options,
    request: partlyKnownRequest(requestValue(request), request.auth, unknown),
    resource: unknown.has('resource') ? new UnknownValue('resource') : request.resource,
    patterns: ruleset.patterns,
  })
  return tryAllows(evaluation, request.method, candidates(ruleset, request))
}

/** For requests of which everything is known. */
export const nothing: ReadonlySet<UnknownPart> = new Set()

export function isVerdict(decision: Verdict | NeedsDocument): decision is Verdict {
  return 'isAllowed' in decision
}

function* candidates(ruleset: Ruleset, { method, path }: RulesRequest): Generator<Candidate> {
  for (const block of ruleset.blocks) {
    if (!coversMethod(block, method)) continue
    const captures = matchPath(block.pattern, path, block.version)
    if (captures !== undefined) yield { block, captures }
  }
}

export interface Candidate {
  readonly block: CompiledBlock
  /** What the pattern's wildcards stand for; a failure for what is not known. */
  readonly captures: readonly Result[]
}

export function coversMethod(block: CompiledBlock, method: Method): boolean {
  return block.allows.some(({ methods }) => methods.has(method))
}

/** Tries one `allow` after the other until one grants. */
export function tryAllows(
  evaluation: Evaluation,
  method: Method,
  blocks: Iterable<Candidate>,
): Verdict | NeedsDocument {
  const refusals: Refusal[] = []
  const used = () => ({ expressionsUsed: evaluation.expressionsUsed, lookupsUsed: evaluation.lookupsUsed })
  for (const { block, captures } of blocks) {
    for (const allow of block.allows) {
      if (!allow.methods.has(method)) continue
      evaluation.captures = captures
      try {
        const result = allow.condition === undefined ? true : allow.condition(evaluation)
        if (result === true) {
          const grantedBy = { fileName: allow.fileName, position: allow.position }
          return { isAllowed: true, grantedBy, refusals, ...used() }
        }
        refusals.push(refusal(allow, method, result))
      } catch (error) {
        if (error instanceof MissingDocument) return { when: error.when, path: error.path }
        if (!(error instanceof BudgetExceeded)) throw error
        refusals.push(refusal(allow, method, new Failure(error.message)))
        return { isAllowed: false, refusals, ...used() }
      }
    }
  }
  return { isAllowed: false, refusals, ...used() }
}

function refusal({ fileName, lines, position }: CompiledAllow, method: Method, result: Result): Refusal {
  const span = failureOf(result)?.span
  return {
    method,
    fileName,
    position,
    reason: reasonOf(result),
    reasonPosition: span && lines.positionOf(span.start),
    isUnknown: failureOf(result)?.isUnknown ?? false,
  }
}

function reasonOf(result: Result): string {
  if (result === false) return 'false'
  return failureOf(result)?.message ?? 'The condition is not a bool.'
}

function failureOf(result: Result): Failure | undefined {
  if (result instanceof Failure) return result
  return isSymbolic(result) ? result.unproved() : undefined
}

/** `request`. What does not apply is no key of it. */
function requestValue({ method, path, auth, time, newResource }: RulesRequest): MapValue {
  const fields: [string, RuleValue][] = [
    ['auth', auth],
    ['method', method],
    ['path', new PathValue(path)],
    ['time', time],
  ]
  if (newResource !== undefined) fields.push(['resource', newResource])
  return new MapValue(new Map(fields))
}
