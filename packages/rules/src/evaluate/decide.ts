import type { Method, PatternSegment } from '../syntax/ast.ts'
import type { SourcePosition, Span } from '../syntax/source-position.ts'
import { type MapValue, PathValue, RecordValue, type RuleValue, type TimestampValue } from '../values/rule-value.ts'
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
  /** The state after: null of a document that is deleted; undefined where there is none (reads, deletes of files). */
  readonly newResource?: MapValue | null | undefined
  /** What stands in the place of something that nobody knows any more. */
  readonly unknown?: ReadonlySet<UnknownPart> | undefined
}

/** An `allow` that was tried and did not grant. */
export interface Refusal {
  readonly method: Method
  readonly fileName: string
  /** Of the `allow`. */
  readonly position: SourcePosition
  /** The whole pattern of the block that it stands in. */
  readonly pattern: readonly PatternSegment[]
  /** `false`, or why the condition has no value. */
  readonly reason: string
  /** Where that came up. */
  readonly reasonPosition: SourcePosition | undefined
  /** The expression that it came up in. */
  readonly reasonSpan: Span | undefined
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
  const { method, path, unknown = nothing } = request
  const evaluation = new Evaluation({
    find: options.find,
    lookupsMax: options.lookupsMax,
    observer: options.observer,
    request: partlyKnownRequest(new RequestValue(request), request.auth, unknown),
    resource: unknown.has('resource') ? new UnknownValue('resource') : request.resource,
    patterns: ruleset.patterns,
  })
  return tryAllows(evaluation, ruleset, method, ({ pattern, version }) => matchPath(pattern, path, version))
}

/** For requests of which everything is known. */
export const nothing: ReadonlySet<UnknownPart> = new Set()

export function isVerdict(decision: Verdict | NeedsDocument): decision is Verdict {
  return 'isAllowed' in decision
}

/**
 * Tries one `allow` after the other until one grants. `match` says what a block's wildcards stand for, with a failure for what is
 * not known; undefined when the block does not cover what is asked for.
 */
export function tryAllows(
  evaluation: Evaluation,
  ruleset: Ruleset,
  method: Method,
  match: (block: CompiledBlock) => readonly Result[] | undefined,
): Verdict | NeedsDocument {
  const refusals: Refusal[] = []
  for (const block of ruleset.blocks[method]) {
    const captures = match(block)
    if (captures === undefined) continue
    evaluation.captures = captures
    for (const allow of block.allows) {
      try {
        const result = allow.condition === undefined ? true : allow.condition(evaluation)
        if (result === true) {
          const grantedBy = { fileName: allow.fileName, position: allow.position }
          return verdict(evaluation, refusals, grantedBy)
        }
        refusals.push(refusal(block, allow, method, result))
      } catch (error) {
        if (error instanceof MissingDocument) return { when: error.when, path: error.path }
        if (!(error instanceof BudgetExceeded)) throw error
        refusals.push(refusal(block, allow, method, new Failure(error.message)))
        return verdict(evaluation, refusals)
      }
    }
  }
  return verdict(evaluation, refusals)
}

function verdict(
  { expressionsUsed, lookupsUsed }: Evaluation,
  refusals: readonly Refusal[],
  grantedBy?: Verdict['grantedBy'],
): Verdict {
  return { isAllowed: grantedBy !== undefined, grantedBy, refusals, expressionsUsed, lookupsUsed }
}

function refusal(
  { pattern }: CompiledBlock,
  { fileName, lines, position }: CompiledAllow,
  method: Method,
  result: Result,
): Refusal {
  const span = failureOf(result)?.span
  return {
    method,
    fileName,
    position,
    pattern,
    reason: reasonOf(result),
    reasonPosition: span && lines.positionOf(span.start),
    reasonSpan: span,
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
class RequestValue extends RecordValue {
  readonly #request: RulesRequest

  constructor(request: RulesRequest) {
    super()
    this.#request = request
  }

  override names(): readonly string[] {
    const always = ['auth', 'method', 'path', 'time']
    return this.#request.newResource === undefined ? always : [...always, 'resource']
  }

  override find(key: string): RuleValue | undefined {
    const { auth, method, path, time, newResource } = this.#request
    switch (key) {
      case 'auth':
        return auth
      case 'resource':
        return newResource
      case 'method':
        return method
      case 'path':
        return new PathValue(path)
      case 'time':
        return time
      default:
        return undefined
    }
  }
}
