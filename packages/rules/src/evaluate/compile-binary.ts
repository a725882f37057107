import type { RuleValue } from '../values/rule-value.ts'
import { type Closure, type ExpressionNode, located, type PartCompiler } from './closure.ts'
import { Failure, isSymbolic } from './failure.ts'
import { binaryOperations } from './operators.ts'
import type { Scope } from './scope.ts'

type BinaryNode = ExpressionNode<'binary'>

export function compileBinary(node: BinaryNode, scope: Scope, parts: PartCompiler): Closure {
  const { operator, left, right, ...span } = node
  const leftClosure = parts.compile(left, scope)
  if (right.kind === 'literal' && !parts.isObserved) return withLiteral(node, leftClosure, right.value)
  const rightClosure = parts.compile(right, scope)
  const operate = binaryOperations[operator]
  return (evaluation) => {
    evaluation.tick()
    const first = leftClosure(evaluation)
    if (first instanceof Failure) return first
    const second = rightClosure(evaluation)
    if (second instanceof Failure) return second
    if (isSymbolic(first)) return located(first.before(operator, second), span)
    if (isSymbolic(second)) return located(second.behind(operator, first), span)
    const result = operate(evaluation, first, second)
    return typeof result === 'boolean' ? result : located(result, span)
  }
}

/** `left operator 'literal'`, most conditions of all. */
function withLiteral(node: BinaryNode, left: Closure, literal: RuleValue): Closure {
  const { operator, ...span } = node
  if (operator === '==' || operator === '!=') {
    if (literal === null || typeof literal === 'boolean') return equalsConstant(node, left, literal)
  }
  const operate = binaryOperations[operator]
  return (evaluation) => {
    evaluation.tick()
    const value = left(evaluation)
    if (value instanceof Failure) return value
    evaluation.tick()
    const result = isSymbolic(value) ? value.before(operator, literal) : operate(evaluation, value, literal)
    return typeof result === 'boolean' ? result : located(result, span)
  }
}

/** `left == null`, `left != true`: only the constant itself equals it. */
function equalsConstant({ operator, ...span }: BinaryNode, left: Closure, constant: boolean | null): Closure {
  const whenEqual = operator === '=='
  return (evaluation) => {
    evaluation.tick()
    const value = left(evaluation)
    if (value instanceof Failure) return value
    evaluation.tick()
    if (isSymbolic(value)) return located(value.before(operator, constant), span)
    return (value === constant) === whenEqual
  }
}
