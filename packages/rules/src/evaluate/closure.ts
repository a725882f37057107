import type { Expression } from '../syntax/ast.ts'
import type { RuleValue } from '../values/rule-value.ts'
import type { Evaluation } from './evaluation.ts'
import { Failure, isSymbolic, type Operand, type Result } from './failure.ts'
import type { Scope } from './scope.ts'

/** An expression, ready to be evaluated any number of times. Throws `MissingDocument` and `BudgetExceeded`. */
export type Closure = (evaluation: Evaluation) => Result

export type ExpressionNode<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

/** Makes closures of the expressions that others are made of. */
export interface PartCompiler {
  /** Whether every expression has to be reported with its result: then none may be taken together with another. */
  readonly isObserved: boolean
  compile(expression: Expression, scope: Scope): Closure
}

/** Whether expressions are the same each time, and nobody is told how they came about. */
export function areConstant({ isObserved }: PartCompiler, expressions: readonly Expression[]): boolean {
  return !isObserved && expressions.every(({ kind }) => kind === 'literal')
}

/** What comes out is the same each time, and counts as many expressions. */
export function once(closure: Closure, expressions: number): Closure {
  let known: Result | undefined
  return (evaluation) => {
    if (known === undefined) {
      known = closure(evaluation)
    } else {
      evaluation.tick(expressions)
    }
    return known
  }
}

/** The values of all; a failure if one fails or is not known. */
export function evaluateAll(closures: readonly Closure[], evaluation: Evaluation): RuleValue[] | Failure {
  const values: RuleValue[] = []
  for (const closure of closures) {
    const value = closure(evaluation)
    if (value instanceof Failure) return value
    if (isSymbolic(value)) return value.unproved()
    values.push(value)
  }
  return values
}

export function evaluateOperands(closures: readonly Closure[], evaluation: Evaluation): Operand[] | Failure {
  const values: Operand[] = []
  for (const closure of closures) {
    const value = closure(evaluation)
    if (value instanceof Failure) return value
    values.push(value)
  }
  return values
}

/** A failure gets the place where it came up. */
export function located(result: Result, span: { start: number; end: number }): Result {
  return result instanceof Failure && result.span === undefined
    ? new Failure(result.message, { start: span.start, end: span.end }, result.isUnknown)
    : result
}
