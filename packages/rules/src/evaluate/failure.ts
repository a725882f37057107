import type { BinaryOperator, TypeName } from '../syntax/ast.ts'
import type { Span } from '../syntax/source-position.ts'
import type { RuleValue } from '../values/rule-value.ts'

/** An expression that has no value. It makes whatever uses it fail too; `&&` and `||` alone can do without it. */
export class Failure {
  readonly message: string
  readonly span: Span | undefined
  /** There is a value, but it depends on something that nobody knows any more: see `unknown.ts`. */
  readonly isUnknown: boolean

  constructor(message: string, span?: Span, isUnknown = false) {
    this.message = message
    this.span = span
    this.isUnknown = isUnknown
  }
}

/**
 * A value of which only some things are known, because a query stands for documents that nobody has read. It says what an
 * operation on it gives for all of them, and fails where that depends on the document. It is never inside another value.
 */
export abstract class Symbolic {
  abstract member(name: string): Result
  abstract index(key: Operand): Result
  abstract is(type: TypeName): Result
  abstract method(name: string, args: readonly Operand[]): Result
  /** `this operator other`. */
  abstract before(operator: BinaryOperator, other: Operand): Result
  /** `other operator this`. */
  abstract behind(operator: BinaryOperator, other: RuleValue): Result
  /** For any operation that has no answer for all documents. */
  abstract unproved(): Failure
}

export type Operand = RuleValue | Symbolic
export type Result = Operand | Failure

export function isSymbolic(value: Operand): value is Symbolic {
  return value instanceof Symbolic
}

/** Of an expression that depends on `name`. */
export function unknownFailure(name: string): Failure {
  return new Failure(`It depends on ${name}, which is not known.`, undefined, true)
}
