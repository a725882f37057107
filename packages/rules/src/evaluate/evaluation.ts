import type { Expression } from '../syntax/ast.ts'
import type { MapValue, PathValue } from '../values/rule-value.ts'
import type { Patterns } from './patterns.ts'
import { Failure, type Operand, type Result, unknownFailure } from './failure.ts'

/** Expressions that one request may evaluate, over all conditions that are tried for it. */
export const EXPRESSIONS_MAX = 1000
/**
 * Units of work that the values of one request may cause beyond counting expressions: characters, items and bytes that are
 * walked through, each counted before it is. They are weighed by measuring, so that a unit is about ten nanoseconds once the code is warm:
 * whatever a source and a document say, it is some ten milliseconds. `tests/load/rules.bench.ts` measures what comes closest.
 */
export const WORK_MAX = 1_000_000

export type Lookup = 'get' | 'exists' | 'getAfter' | 'existsAfter'

/** What is known of another document: `undefined` when there is none, `unknown` before anybody has looked. */
export type LookupResult =
  | { readonly document: MapValue | undefined }
  | { readonly error: string }
  /** Nobody knows any more; the name of what it would be. */
  | { readonly forgotten: string }
  | 'unknown'

/** Answers from what was read so far. The evaluator itself reads nothing. */
export type FindDocument = (lookup: 'now' | 'after', path: PathValue) => LookupResult

/** Thrown through an evaluation that has to wait for a document; it is begun anew when the document is known. */
export class MissingDocument {
  readonly when: 'now' | 'after'
  readonly path: PathValue

  constructor(when: 'now' | 'after', path: PathValue) {
    this.when = when
    this.path = path
  }
}

/** Thrown through an evaluation that has used up its budget: nothing is granted any more. */
export class BudgetExceeded {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Is told of every expression of observed rules, before and after it was evaluated; of one that is cut short, before alone. */
export interface Observer {
  enter(expression: Expression): void
  leave(expression: Expression, result: Result): void
}

/** The state of one evaluation. */
export class Evaluation {
  readonly request: Operand
  /** Absent where there is none to speak of: a list. */
  readonly resource: Result
  readonly find: FindDocument
  readonly lookupsMax: number
  readonly patterns: Patterns
  readonly observer: Observer | undefined
  captures: readonly Result[] = []
  /** Parameters and `let`s of the function that is being evaluated. */
  frame: Result[] = []
  #left = EXPRESSIONS_MAX
  #work: number
  #lookups: Set<string> | undefined

  constructor(options: {
    readonly request: Operand
    readonly resource: Result
    readonly find: FindDocument
    readonly lookupsMax: number
    readonly patterns: Patterns
    readonly workMax?: number
    /** The documents that earlier evaluations of the same request have asked for. */
    readonly lookups?: Set<string>
    readonly observer?: Observer | undefined
  }) {
    this.request = options.request
    this.resource = options.resource
    this.find = options.find
    this.lookupsMax = options.lookupsMax
    this.patterns = options.patterns
    this.observer = options.observer
    this.#work = options.workMax ?? WORK_MAX
    this.#lookups = options.lookups
  }

  get expressionsUsed(): number {
    // The last step may have asked for more than was left.
    return EXPRESSIONS_MAX - Math.max(0, this.#left)
  }

  get workLeft(): number {
    return this.#work
  }

  get lookupsUsed(): number {
    return this.#lookups?.size ?? 0
  }

  /** Takes expressions from the budget. Throws `BudgetExceeded`. */
  tick(count = 1): void {
    this.#left -= count
    if (this.#left < 0) {
      throw new BudgetExceeded(
        `Unable to evaluate the expression as the maximum of ${EXPRESSIONS_MAX} expressions to evaluate has been reached.`,
      )
    }
  }

  /** Takes work from the budget. Throws `BudgetExceeded`. */
  readonly spend = (units: number): void => {
    this.#work -= units
    if (this.#work < 0) {
      throw new BudgetExceeded('Unable to evaluate the expression as its values are too large to work with.')
    }
  }

  /** The document at a path, or a failure. Throws `MissingDocument` when nobody has looked yet. */
  lookUp(name: Lookup, path: PathValue): MapValue | undefined | Failure {
    const when = name === 'get' || name === 'exists' ? 'now' : 'after'
    // Whether a text is a path is looked at several times, here and by who reads.
    for (const segment of path.segments) this.spend(10 * (segment.length + 1))
    const key = `${when} ${JSON.stringify(path.segments)}`
    this.#lookups ??= new Set()
    if (!this.#lookups.has(key)) {
      if (this.#lookups.size >= this.lookupsMax) {
        return new Failure(`At most ${this.lookupsMax} documents can be read for one request.`)
      }
      this.#lookups.add(key)
    }
    const found = this.find(when, path)
    if (found === 'unknown') throw new MissingDocument(when, path)
    if ('error' in found) return new Failure(found.error)
    if ('forgotten' in found) return unknownFailure(found.forgotten)
    return found.document
  }
}
