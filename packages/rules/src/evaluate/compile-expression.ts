import type { Expression, PathSegment } from '../syntax/ast.ts'
import { ListValue, MapValue, PathValue, type RuleValue, typeOf } from '../values/rule-value.ts'
import {
  areConstant,
  type Closure,
  evaluateAll,
  type ExpressionNode,
  located,
  once,
  type PartCompiler,
} from './closure.ts'
import { compileBinary } from './compile-binary.ts'
import { CallCompiler } from './compile-call.ts'
import { compileMember, compileName } from './compile-member.ts'
import type { Evaluation } from './evaluation.ts'
import { Failure, isSymbolic, type Result } from './failure.ts'
import { convertToString } from './library/conversions.ts'
import { index, isOfType, negate, slice } from './operators.ts'
import type { Scope } from './scope.ts'

/** One segment of a path, or those of a path in it. */
type PathPart = (evaluation: Evaluation) => string | readonly string[] | Failure

/** Turns the conditions of one service into closures; each function is turned once, when it is first used. */
export class ExpressionCompiler implements PartCompiler {
  readonly isObserved: boolean
  readonly #calls = new CallCompiler(this)

  /** Observed closures report every expression and its result to `Evaluation.observer`; plain ones are quicker. */
  constructor(options: { readonly isObserved: boolean }) {
    this.isObserved = options.isObserved
  }

  compile(expression: Expression, scope: Scope): Closure {
    const closure = this.#compile(expression, scope)
    if (!this.isObserved) return closure
    return (evaluation) => {
      evaluation.observer?.enter(expression)
      const result = closure(evaluation)
      evaluation.observer?.leave(expression, result)
      return result
    }
  }

  #compile(expression: Expression, scope: Scope): Closure {
    switch (expression.kind) {
      case 'literal':
        return literal(expression.value)
      case 'name':
        return compileName(expression, scope)
      case 'list':
        return this.#list(expression, scope)
      case 'map':
        return this.#map(expression, scope)
      case 'path':
        return this.#path(expression, scope)
      case 'member':
        return compileMember(expression, scope, this)
      case 'index':
        return this.#index(expression, scope)
      case 'slice':
        return this.#slice(expression, scope)
      case 'call':
        return this.#calls.compile(expression, scope)
      case 'not':
        return this.#not(expression, scope)
      case 'negate':
        return this.#negate(expression, scope)
      case 'binary':
        return compileBinary(expression, scope, this)
      case 'is':
        return this.#is(expression, scope)
      case 'and':
      case 'or':
        return this.#logic(expression, scope)
      case 'ternary':
        return this.#ternary(expression, scope)
    }
  }

  #list({ items }: ExpressionNode<'list'>, scope: Scope): Closure {
    const closures = items.map((item) => this.compile(item, scope))
    const list: Closure = (evaluation) => {
      evaluation.tick()
      const values = evaluateAll(closures, evaluation)
      return values instanceof Failure ? values : new ListValue(values)
    }
    return areConstant(this, items) ? once(list, 1 + items.length) : list
  }

  #map({ entries }: ExpressionNode<'map'>, scope: Scope): Closure {
    const keys = entries.map(({ key }) => this.compile(key, scope))
    const values = entries.map(({ value }) => this.compile(value, scope))
    return (evaluation) => {
      evaluation.tick()
      const texts = evaluateAll(keys, evaluation)
      if (texts instanceof Failure) return texts
      const contents = evaluateAll(values, evaluation)
      if (contents instanceof Failure) return contents
      const map = new Map<string, RuleValue>()
      for (const [i, key] of texts.entries()) {
        if (typeof key !== 'string') return new Failure(`Type error. Received: [${typeOf(key)}] Expected: [string].`)
        map.set(key, contents[i] ?? null)
      }
      return new MapValue(map)
    }
  }

  #path({ segments }: ExpressionNode<'path'>, scope: Scope): Closure {
    const parts = segments.map((segment) => this.#pathSegment(segment, scope))
    return (evaluation) => {
      evaluation.tick(1 + parts.length)
      const texts: string[] = []
      for (const part of parts) {
        const text = typeof part === 'string' ? part : part(evaluation)
        if (text instanceof Failure) return text
        if (typeof text === 'string') texts.push(text)
        else texts.push(...text)
      }
      return new PathValue(texts)
    }
  }

  #pathSegment(segment: PathSegment, scope: Scope): string | PathPart {
    if (segment.kind === 'literal') return segment.text
    const closure = this.compile(segment.value, scope)
    return (evaluation) => {
      const value = closure(evaluation)
      if (value instanceof Failure) return value
      if (isSymbolic(value)) return value.unproved()
      // A path in a path is more of its segments.
      if (value instanceof PathValue) {
        evaluation.spend(20 * value.segments.length)
        return value.segments
      }
      const text = convertToString(value)
      if (typeof text === 'string') evaluation.spend(text.length)
      return text
    }
  }

  #index({ object, index: key, ...span }: ExpressionNode<'index'>, scope: Scope): Closure {
    const objectClosure = this.compile(object, scope)
    const keyClosure = this.compile(key, scope)
    return (evaluation) => {
      evaluation.tick()
      const value = objectClosure(evaluation)
      if (value instanceof Failure) return value
      const at = keyClosure(evaluation)
      if (at instanceof Failure) return at
      if (isSymbolic(value)) return located(value.index(at), span)
      return located(isSymbolic(at) ? at.unproved() : index(value, at), span)
    }
  }

  #slice({ object, from, to, ...span }: ExpressionNode<'slice'>, scope: Scope): Closure {
    const objectClosure = this.compile(object, scope)
    const bounds = [from, to].map((bound) => bound && this.compile(bound, scope))
    return (evaluation) => {
      evaluation.tick()
      const value = objectClosure(evaluation)
      if (value instanceof Failure) return value
      if (isSymbolic(value)) return value.unproved()
      const [start, end] = bounds.map((bound) => bound?.(evaluation))
      if (start instanceof Failure) return start
      if (end instanceof Failure) return end
      if (start !== undefined && isSymbolic(start)) return start.unproved()
      if (end !== undefined && isSymbolic(end)) return end.unproved()
      return located(slice(evaluation, value, start ?? 0n, end), span)
    }
  }

  #not({ operand, ...span }: ExpressionNode<'not'>, scope: Scope): Closure {
    const closure = this.compile(operand, scope)
    return (evaluation) => {
      evaluation.tick()
      const value = closure(evaluation)
      if (typeof value === 'boolean') return !value
      if (value instanceof Failure) return value
      if (isSymbolic(value)) return value.unproved()
      return new Failure(`Unsupported operation error. Received: !${typeOf(value)}. Expected: !bool.`, span)
    }
  }

  #negate({ operand, ...span }: ExpressionNode<'negate'>, scope: Scope): Closure {
    const closure = this.compile(operand, scope)
    return (evaluation) => {
      evaluation.tick()
      const value = closure(evaluation)
      if (value instanceof Failure) return value
      return isSymbolic(value) ? value.unproved() : located(negate(value), span)
    }
  }

  #is({ operand, type }: ExpressionNode<'is'>, scope: Scope): Closure {
    const closure = this.compile(operand, scope)
    return (evaluation) => {
      evaluation.tick(2)
      const value = closure(evaluation)
      if (value instanceof Failure) return value
      return isSymbolic(value) ? value.is(type) : isOfType(value, type)
    }
  }

  /** What one side decides stands, whatever the other is or fails with; a side that is not a bool counts as a failure. */
  #logic(node: ExpressionNode<'and' | 'or'>, scope: Scope): Closure {
    const [first, ...rest] = this.#operandsOf(node).map((operand) => this.compile(operand, scope))
    const decisive = node.kind === 'or'
    return (evaluation) => {
      evaluation.tick(rest.length)
      let known = first === undefined ? decisive : asBool(first(evaluation))
      for (const closure of rest) {
        if (known === decisive) return decisive
        evaluation.tick()
        const next = asBool(closure(evaluation))
        // What is not known might decide, where what fails can not.
        if (next === decisive || !(known instanceof Failure) || (next instanceof Failure && next.isUnknown))
          known = next
      }
      return known
    }
  }

  /** `a && b && c` in one row; where each expression is reported, the two sides of the last operator. */
  #operandsOf({ kind, left, right }: ExpressionNode<'and' | 'or'>): Expression[] {
    return left.kind === kind && !this.isObserved ? [...this.#operandsOf(left), right] : [left, right]
  }

  #ternary({ condition, whenTrue, whenFalse }: ExpressionNode<'ternary'>, scope: Scope): Closure {
    const conditionClosure = this.compile(condition, scope)
    const trueClosure = this.compile(whenTrue, scope)
    const falseClosure = this.compile(whenFalse, scope)
    return (evaluation) => {
      evaluation.tick(2)
      const chosen = asBool(conditionClosure(evaluation))
      if (chosen instanceof Failure) return chosen
      return chosen ? trueClosure(evaluation) : falseClosure(evaluation)
    }
  }
}
function literal(value: RuleValue): Closure {
  return (evaluation) => {
    evaluation.tick()
    return value
  }
}

function asBool(value: Result): boolean | Failure {
  if (typeof value === 'boolean' || value instanceof Failure) return value
  if (isSymbolic(value)) return value.unproved()
  return new Failure(`Type error. Received: [${typeOf(value)}] Expected: [bool].`)
}
