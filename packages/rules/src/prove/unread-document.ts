import type { FieldPath } from '@hearth/model'
import { Failure, isSymbolic, type Operand, type Result, Symbolic } from '../evaluate/failure.ts'
import type { BinaryOperator, TypeName } from '../syntax/ast.ts'
import { ListValue, MapValue, PathValue, type RuleValue } from '../values/rule-value.ts'
import { fieldOf, unprovedField } from './constrained-field.ts'
import type { Facts } from './facts.ts'

/** A map of which a query says some things: `resource`, `resource.data` and maps inside of it. It is there and it is a map. */
abstract class UnreadMap extends Symbolic {
  /** Whether it has a key; undefined when that is not known. */
  protected abstract has(key: string): boolean | undefined

  index(key: Operand): Result {
    return typeof key === 'string' ? this.member(key) : this.unproved()
  }

  is(type: TypeName): Result {
    return type === 'map'
  }

  method(_name: string, _args: readonly Operand[]): Result {
    return this.unproved()
  }

  before(operator: BinaryOperator, other: Operand): Result {
    if (isSymbolic(other) || other instanceof MapValue) return this.unproved()
    // A map differs from all that is none.
    if (operator === '==') return false
    return operator === '!=' ? true : this.unproved()
  }

  behind(operator: BinaryOperator, other: RuleValue): Result {
    if (operator !== 'in') return this.before(operator, other)
    if (typeof other !== 'string') return this.unproved()
    return this.has(other) ?? this.unproved()
  }
}

/** `resource` of a query: some document that it finds. */
export class UnreadDocument extends UnreadMap {
  readonly #facts: Facts
  readonly #database: string

  constructor(facts: Facts, database: string) {
    super()
    this.#facts = facts
    this.#database = database
  }

  member(name: string): Result {
    const segments = this.#facts.documentPath?.split('/')
    switch (name) {
      case 'data':
        return new UnreadFields(this.#facts, [])
      case 'id':
        return segments?.at(-1) ?? this.unproved()
      case '__name__':
        if (segments === undefined) return this.unproved()
        return new PathValue(['databases', this.#database, 'documents', ...segments])
      default:
        return new Failure(`Property ${name} is undefined on object.`)
    }
  }

  unproved(): Failure {
    return new Failure('The query does not name one document, and the condition asks which it is.')
  }

  /** Which of a document's own keys a query has differs between runtimes, but for its fields. */
  protected has(key: string): boolean | undefined {
    if (key === 'data') return true
    return key === 'id' || key === '__name__' ? undefined : false
  }
}

/** The fields of such a document, or of a map inside of it. */
class UnreadFields extends UnreadMap {
  readonly #facts: Facts
  readonly #path: FieldPath

  constructor(facts: Facts, path: FieldPath) {
    super()
    this.#facts = facts
    this.#path = path
  }

  member(name: string): Result {
    const path = [...this.#path, name]
    const facts = this.#facts.find(path)
    if (this.#facts.hasInside(path)) return new UnreadFields(this.#facts, path)
    return facts === undefined ? unprovedField(path) : fieldOf(facts)
  }

  override method(name: string, args: readonly Operand[]): Result {
    if (name === 'keys' && args.length === 0) return new UnreadKeys(this)
    const [key] = args
    if (name !== 'get' || args.length !== 2) return this.unproved()
    // What stands for a missing key does not matter where none is missing.
    if (typeof key === 'string') return this.has(key) === true ? this.member(key) : unprovedField([...this.#path, key])
    return key instanceof ListValue ? this.#deep(key) : this.unproved()
  }

  unproved(): Failure {
    return unprovedField(this.#path)
  }

  has(key: string): true | undefined {
    return this.#facts.exists([...this.#path, key]) ? true : undefined
  }

  #deep(keys: ListValue): Result {
    const path = keys.items()
    if (!path.every((key) => typeof key === 'string') || !this.#facts.exists([...this.#path, ...path])) {
      return this.unproved()
    }
    return path.reduce<Result>(
      (value, key) => (value instanceof UnreadFields ? value.member(key) : this.unproved()),
      new UnreadFields(this.#facts, this.#path),
    )
  }
}

/** `resource.data.keys()`: some keys are there for certain, others may be. */
class UnreadKeys extends Symbolic {
  readonly #fields: UnreadFields

  constructor(fields: UnreadFields) {
    super()
    this.#fields = fields
  }

  member(): Result {
    return this.unproved()
  }

  index(): Result {
    return this.unproved()
  }

  is(type: TypeName): Result {
    return type === 'list'
  }

  method(name: string, args: readonly Operand[]): Result {
    const [wanted] = args
    if (args.length !== 1 || !(wanted instanceof ListValue)) return this.unproved()
    if (name === 'hasAll' && wanted.items().every((key) => this.#has(key))) return true
    return name === 'hasAny' && wanted.items().some((key) => this.#has(key)) ? true : this.unproved()
  }

  before(): Result {
    return this.unproved()
  }

  behind(operator: BinaryOperator, other: RuleValue): Result {
    return operator === 'in' && this.#has(other) ? true : this.unproved()
  }

  unproved(): Failure {
    return this.#fields.unproved()
  }

  #has(key: RuleValue): boolean {
    return typeof key === 'string' && this.#fields.has(key) === true
  }
}
