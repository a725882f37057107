import type { Expression, PathSegment } from '../syntax/ast.ts'
import { ListValue, MapValue, PathValue, type RuleValue, typeOf } from '../values/rule-value.ts'
import type { Evaluation, Lookup } from './evaluation.ts'
import { Failure, isSymbolic, type Operand, type Result } from './failure.ts'
import { callMethod, findFunction, isNamespace, notFound } from './library/library.ts'
import { applyForms } from './signature.ts'
import { convertToString } from './library/conversions.ts'
import { binaryOperations, index, isOfType, member, negate, slice } from './operators.ts'
import type { Scope, ScopedFunction } from './scope.ts'

/** An expression, ready to be evaluated any number of times. Throws `MissingDocument` and `BudgetExceeded`. */
export type Closure = (evaluation: Evaluation) => Result

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

const LOOKUPS: readonly string[] = ['get', 'exists', 'getAfter', 'existsAfter'] satisfies readonly Lookup[]

/** Turns the conditions of one service into closures; each function is turned once, when it is first used. */
export class ExpressionCompiler {
  readonly #functions = new Map<ScopedFunction, CompiledFunction>()
  readonly #isObserved: boolean

  /** Observed closures report every expression and its result to `Evaluation.observer`; plain ones are quicker. */
  constructor(options: { readonly isObserved: boolean }) {
    this.#isObserved = options.isObserved
  }

  compile(expression: Expression, scope: Scope): Closure {
    const closure = this.#compile(expression, scope)
    if (!this.#isObserved) return closure
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
        return this.#member(expression, scope)
      case 'index':
        return this.#index(expression, scope)
      case 'slice':
        return this.#slice(expression, scope)
      case 'call':
        return this.#call(expression, scope)
      case 'not':
        return this.#not(expression, scope)
      case 'negate':
        return this.#negate(expression, scope)
      case 'binary':
        return this.#binary(expression, scope)
      case 'is':
        return this.#is(expression, scope)
      case 'and':
      case 'or':
        return this.#logic(expression, scope)
      case 'ternary':
        return this.#ternary(expression, scope)
    }
  }

  #list({ items }: Node<'list'>, scope: Scope): Closure {
    const closures = items.map((item) => this.compile(item, scope))
    const list: Closure = (evaluation) => {
      evaluation.tick()
      const values = evaluateAll(closures, evaluation)
      return values instanceof Failure ? values : new ListValue(values)
    }
    return this.#areConstant(items) ? once(list, 1 + items.length) : list
  }

  /** Whether they are the same each time, and nobody is told how they came about. */
  #areConstant(expressions: readonly Expression[]): boolean {
    return !this.#isObserved && expressions.every(({ kind }) => kind === 'literal')
  }

  #map({ entries }: Node<'map'>, scope: Scope): Closure {
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

  #path({ segments }: Node<'path'>, scope: Scope): Closure {
    const parts = segments.map((segment) => this.#pathSegment(segment, scope))
    return (evaluation) => {
      evaluation.tick(1 + parts.length)
      const texts: string[] = []
      for (const part of parts) {
        const text = typeof part === 'string' ? part : part(evaluation)
        if (typeof text !== 'string') return text
        texts.push(text)
      }
      return new PathValue(texts)
    }
  }

  #pathSegment(segment: PathSegment, scope: Scope): string | ((evaluation: Evaluation) => string | Failure) {
    if (segment.kind === 'literal') return segment.text
    const closure = this.compile(segment.value, scope)
    return (evaluation) => {
      const value = closure(evaluation)
      if (value instanceof Failure) return value
      if (isSymbolic(value)) return value.unproved()
      const text = convertToString(value)
      if (typeof text === 'string') evaluation.spend(text.length)
      return text
    }
  }

  /** `a.b.c` in one go; where each expression is reported, the last step alone. */
  #member(node: Node<'member'>, scope: Scope): Closure {
    const steps = [node]
    let { object } = node
    while (object.kind === 'member' && !this.#isObserved) {
      steps.unshift(object)
      object = object.object
    }
    const root = this.compile(object, scope)
    return (evaluation) => {
      evaluation.tick(steps.length)
      let value = root(evaluation)
      for (const step of steps) value = takeStep(value, step)
      return value
    }
  }

  #index({ object, index: key, ...span }: Node<'index'>, scope: Scope): Closure {
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

  #slice({ object, from, to, ...span }: Node<'slice'>, scope: Scope): Closure {
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

  #not({ operand, ...span }: Node<'not'>, scope: Scope): Closure {
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

  #negate({ operand, ...span }: Node<'negate'>, scope: Scope): Closure {
    const closure = this.compile(operand, scope)
    return (evaluation) => {
      evaluation.tick()
      const value = closure(evaluation)
      if (value instanceof Failure) return value
      return isSymbolic(value) ? value.unproved() : located(negate(value), span)
    }
  }

  #binary(node: Node<'binary'>, scope: Scope): Closure {
    const { operator, left, right, ...span } = node
    const leftClosure = this.compile(left, scope)
    const rightClosure = this.compile(right, scope)
    const operate = binaryOperations[operator]
    if (right.kind === 'literal' && !this.#isObserved) return binaryWithLiteral(node, leftClosure, right.value)
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

  #is({ operand, type }: Node<'is'>, scope: Scope): Closure {
    const closure = this.compile(operand, scope)
    return (evaluation) => {
      evaluation.tick(2)
      const value = closure(evaluation)
      if (value instanceof Failure) return value
      return isSymbolic(value) ? value.is(type) : isOfType(value, type)
    }
  }

  /** What one side decides stands, whatever the other is or fails with; a side that is not a bool counts as a failure. */
  #logic(node: Node<'and' | 'or'>, scope: Scope): Closure {
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
  #operandsOf({ kind, left, right }: Node<'and' | 'or'>): Expression[] {
    return left.kind === kind && !this.#isObserved ? [...this.#operandsOf(left), right] : [left, right]
  }

  #ternary({ condition, whenTrue, whenFalse }: Node<'ternary'>, scope: Scope): Closure {
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

  #call(node: Node<'call'>, scope: Scope): Closure {
    const { object, name } = node
    if (object === undefined) {
      const declared = scope.findFunction(name)
      if (declared !== undefined) return this.#userCall(node, declared, scope)
      if (scope.service === 'cloud.firestore' && LOOKUPS.includes(name))
        return this.#lookup(node, name as Lookup, scope)
      return this.#functionCall(node, name, scope)
    }
    if (object.kind === 'name' && scope.find(object.name) === undefined) {
      const isLookup = name === 'get' || name === 'exists'
      if (object.name === 'firestore' && scope.service === 'firebase.storage' && isLookup) {
        return this.#lookup(node, name, scope)
      }
      if (isNamespace(object.name)) return this.#functionCall(node, `${object.name}.${name}`, scope)
    }
    return this.#methodCall(object, node, scope)
  }

  #functionCall({ args, start, end }: Node<'call'>, name: string, scope: Scope): Closure {
    const closures = args.map((arg) => this.compile(arg, scope))
    const forms = findFunction(name)
    const call: Closure = (evaluation) => {
      evaluation.tick()
      if (forms === undefined) return located(notFound(name), { start, end })
      const values = evaluateAll(closures, evaluation)
      if (values instanceof Failure) return values
      return located(applyForms(name, forms, values, evaluation, undefined), { start, end })
    }
    return this.#areConstant(args) && costsNothing.test(name) ? once(call, 1 + args.length) : call
  }

  #methodCall(object: Expression, { name, args, start, end }: Node<'call'>, scope: Scope): Closure {
    const receiver = this.compile(object, scope)
    const closures = args.map((arg) => this.compile(arg, scope))
    return (evaluation) => {
      evaluation.tick()
      const value = receiver(evaluation)
      if (value instanceof Failure) return value
      if (isSymbolic(value)) {
        const operands = evaluateOperands(closures, evaluation)
        return located(operands instanceof Failure ? operands : value.method(name, operands), { start, end })
      }
      const values = evaluateAll(closures, evaluation)
      if (values instanceof Failure) return values
      return located(callMethod(evaluation, value, name, values), { start, end })
    }
  }

  #lookup({ args, start, end }: Node<'call'>, name: Lookup, scope: Scope): Closure {
    const closures = args.map((arg) => this.compile(arg, scope))
    return (evaluation) => {
      evaluation.tick()
      const values = evaluateAll(closures, evaluation)
      if (values instanceof Failure) return values
      const [path] = values
      if (values.length !== 1 || !(path instanceof PathValue)) {
        const received = `${name}(${values.map(typeOf).join(', ')})`
        return new Failure(`Unsupported operation error. Received: ${received}. Expected: ${name}(path).`, {
          start,
          end,
        })
      }
      const found = evaluation.lookUp(name, path)
      if (found instanceof Failure) return located(found, { start, end })
      if (name === 'exists' || name === 'existsAfter') return found !== undefined
      return (
        found ?? new Failure(`Service call error. Function: [${name}], Argument: [${path.toString()}].`, { start, end })
      )
    }
  }

  #userCall({ name, args, start, end }: Node<'call'>, declared: ScopedFunction, scope: Scope): Closure {
    const closures = args.map((arg) => this.compile(arg, scope))
    const { parameters } = declared.declaration
    if (closures.length !== parameters.length) {
      const text = `Incorrect number of arguments. Received: ${closures.length}. Expected: ${name}(${parameters.join(', ')}).`
      return () => new Failure(text, { start, end })
    }
    const compiled = this.#function(declared)
    return (evaluation) => {
      evaluation.tick()
      const values = evaluateOperands(closures, evaluation)
      if (values instanceof Failure) return values
      const outer = evaluation.frame
      evaluation.frame = values
      const result = compiled.body(evaluation)
      evaluation.frame = outer
      return result
    }
  }

  #function(declared: ScopedFunction): CompiledFunction {
    let compiled = this.#functions.get(declared)
    if (compiled === undefined) {
      // Known before its body is read, so that a function that calls itself does not lead in circles.
      compiled = { body: () => new Failure('Recursive call is not allowed.') }
      this.#functions.set(declared, compiled)
      compiled.body = this.#body(declared)
    }
    return compiled
  }

  #body({ declaration, scope: outer }: ScopedFunction): Closure {
    const scope = outer.inner()
    for (const [slot, name] of declaration.parameters.entries()) scope.bind(name, { kind: 'local', slot })
    const lets: Closure[] = []
    for (const { name, value } of declaration.lets) {
      lets.push(this.compile(value, scope))
      scope.bind(name, { kind: 'local', slot: declaration.parameters.length + lets.length - 1 })
    }
    const result = this.compile(declaration.result, scope)
    return (evaluation) => {
      const { frame } = evaluation
      // In order and also when nothing uses them: one that fails is the failure of the call.
      for (const variable of lets) {
        evaluation.tick()
        const value = variable(evaluation)
        if (value instanceof Failure) return value
        frame.push(value)
      }
      return result(evaluation)
    }
  }
}

interface CompiledFunction {
  body: Closure
}

/** Functions that do no work on their arguments which would count. */
const costsNothing = /^(?:timestamp|duration|latlng|math)\./

/** What comes out is the same each time, and counts as many expressions. */
function once(closure: Closure, expressions: number): Closure {
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

function literal(value: RuleValue): Closure {
  return (evaluation) => {
    evaluation.tick()
    return value
  }
}

/** `left operator 'literal'`, most conditions of all. */
function binaryWithLiteral({ operator, ...span }: Node<'binary'>, left: Closure, literal: RuleValue): Closure {
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

function compileName({ name, start, end }: Node<'name'>, scope: Scope): Closure {
  const binding = scope.find(name)
  if (binding === undefined) {
    const failure = new Failure('Null value error.', { start, end })
    return () => failure
  }
  switch (binding.kind) {
    case 'capture':
      return (evaluation) => {
        evaluation.tick()
        return evaluation.captures[binding.index] ?? null
      }
    case 'local':
      return (evaluation) => {
        evaluation.tick()
        return evaluation.frame[binding.slot] ?? null
      }
    case 'request':
      return (evaluation) => {
        evaluation.tick()
        return evaluation.request
      }
    case 'resource':
      return (evaluation) => {
        evaluation.tick()
        return evaluation.resource
      }
  }
}

function asBool(value: Result): boolean | Failure {
  if (typeof value === 'boolean' || value instanceof Failure) return value
  if (isSymbolic(value)) return value.unproved()
  return new Failure(`Type error. Received: [${typeOf(value)}] Expected: [bool].`)
}

function takeStep(value: Result, step: Node<'member'>): Result {
  if (value instanceof MapValue) {
    const found = value.find(step.name)
    if (found !== undefined) return found
  }
  if (value instanceof Failure) return value
  return located(isSymbolic(value) ? value.member(step.name) : member(value, step.name), step)
}

/** The values of all; a failure if one fails or is not known. */
function evaluateAll(closures: readonly Closure[], evaluation: Evaluation): RuleValue[] | Failure {
  const values: RuleValue[] = []
  for (const closure of closures) {
    const value = closure(evaluation)
    if (value instanceof Failure) return value
    if (isSymbolic(value)) return value.unproved()
    values.push(value)
  }
  return values
}

function evaluateOperands(closures: readonly Closure[], evaluation: Evaluation): Operand[] | Failure {
  const values: Operand[] = []
  for (const closure of closures) {
    const value = closure(evaluation)
    if (value instanceof Failure) return value
    values.push(value)
  }
  return values
}

/** A failure gets the place where it came up. */
function located(result: Result, span: { start: number; end: number }): Result {
  return result instanceof Failure && result.span === undefined
    ? new Failure(result.message, { start: span.start, end: span.end }, result.isUnknown)
    : result
}
