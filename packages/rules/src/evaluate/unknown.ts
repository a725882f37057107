import type { BinaryOperator, TypeName } from '../syntax/ast.ts'
import { type MapValue, type RuleValue, typeOf } from '../values/rule-value.ts'
import { type Failure, isSymbolic, type Operand, type Result, Symbolic, unknownFailure } from './failure.ts'
import { member } from './operators.ts'

/** What of a request nobody knows any more, when it is asked about again later. */
export type UnknownPart = 'resource' | 'request.resource' | 'request.auth' | 'request.auth.token' | 'request.query'

/** A value that exists and nobody knows: whatever is done with it has no known result. */
export class UnknownValue extends Symbolic {
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
  }

  member(): Result {
    return this.unproved()
  }

  index(): Result {
    return this.unproved()
  }

  is(): Result {
    return this.unproved()
  }

  method(): Result {
    return this.unproved()
  }

  before(): Result {
    return this.unproved()
  }

  behind(): Result {
    return this.unproved()
  }

  unproved(): Failure {
    return unknownFailure(this.#name)
  }
}

/** A map of which some keys have a value that is not, or not wholly, known. */
class PartlyKnownMap extends Symbolic {
  readonly #known: MapValue
  readonly #parts: ReadonlyMap<string, Symbolic>
  readonly #name: string

  constructor(name: string, known: MapValue, parts: ReadonlyMap<string, Symbolic>) {
    super()
    this.#name = name
    this.#known = known
    this.#parts = parts
  }

  member(name: string): Result {
    return this.#parts.get(name) ?? member(this.#known, name)
  }

  index(key: Operand): Result {
    return typeof key === 'string' ? this.member(key) : this.unproved()
  }

  is(type: TypeName): Result {
    return type === 'map'
  }

  method(): Result {
    return this.unproved()
  }

  before(operator: BinaryOperator, other: Operand): Result {
    // A map differs from all that is none.
    const isOther = !isSymbolic(other) && typeOf(other) !== 'map'
    if (!isOther || (operator !== '==' && operator !== '!=')) return this.unproved()
    return operator === '!='
  }

  behind(operator: BinaryOperator, other: RuleValue): Result {
    if (operator !== 'in') return this.before(operator, other)
    if (typeof other !== 'string') return this.unproved()
    return this.#parts.has(other) || this.#known.has(other)
  }

  unproved(): Failure {
    return unknownFailure(this.#name)
  }
}

/** `request`, with what is not known of it. */
export function partlyKnownRequest(
  request: MapValue,
  auth: MapValue | null,
  unknown: ReadonlySet<UnknownPart>,
): MapValue | Symbolic {
  if (unknown.size === 0) return request
  const parts = new Map<string, Symbolic>()
  if (unknown.has('request.auth')) {
    parts.set('auth', new UnknownValue('request.auth'))
  } else if (unknown.has('request.auth.token') && auth !== null) {
    const token = new Map([['token', new UnknownValue('request.auth.token')]])
    parts.set('auth', new PartlyKnownMap('request.auth', auth, token))
  }
  if (unknown.has('request.resource')) parts.set('resource', new UnknownValue('request.resource'))
  if (unknown.has('request.query')) parts.set('query', new UnknownValue('request.query'))
  return new PartlyKnownMap('request', request, parts)
}
