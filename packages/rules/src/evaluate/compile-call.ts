import type { Expression } from '../syntax/ast.ts'
import { PathValue, type RuleValue, typeOf } from '../values/rule-value.ts'
import {
  areConstant,
  type Closure,
  evaluateAll,
  evaluateOperands,
  type ExpressionNode,
  located,
  once,
  type PartCompiler,
} from './closure.ts'
import type { Lookup } from './evaluation.ts'
import { Failure, isSymbolic } from './failure.ts'
import { callMethod, findFunction, findMethods, isNamespace, notFound } from './library/library.ts'
import type { Scope, ScopedFunction } from './scope.ts'
import { applyForms } from './signature.ts'

const LOOKUPS: readonly string[] = ['get', 'exists', 'getAfter', 'existsAfter'] satisfies readonly Lookup[]

const noValues: readonly RuleValue[] = []

/** Functions that do no work on their arguments which would count. */
const costsNothing = /^(?:timestamp|duration|latlng|math)\./

/** Turns calls into closures: of declared functions, of the library's functions and methods, and look-ups of documents. */
export class CallCompiler {
  readonly #functions = new Map<ScopedFunction, Closure>()
  readonly #parts: PartCompiler

  constructor(parts: PartCompiler) {
    this.#parts = parts
  }

  compile(node: ExpressionNode<'call'>, scope: Scope): Closure {
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

  #functionCall({ args, start, end }: ExpressionNode<'call'>, name: string, scope: Scope): Closure {
    const closures = args.map((arg) => this.#parts.compile(arg, scope))
    const forms = findFunction(name)
    const call: Closure = (evaluation) => {
      evaluation.tick()
      if (forms === undefined) return located(notFound(name), { start, end })
      const values = evaluateAll(closures, evaluation)
      if (values instanceof Failure) return values
      return located(applyForms(name, forms, values, evaluation, undefined), { start, end })
    }
    return areConstant(this.#parts, args) && costsNothing.test(name) ? once(call, 1 + args.length) : call
  }

  #methodCall(object: Expression, { name, args, start, end }: ExpressionNode<'call'>, scope: Scope): Closure {
    const receiver = this.#parts.compile(object, scope)
    const closures = args.map((arg) => this.#parts.compile(arg, scope))
    const method = { name, forms: findMethods(name) }
    return (evaluation) => {
      evaluation.tick()
      const value = receiver(evaluation)
      if (value instanceof Failure) return value
      if (isSymbolic(value)) {
        const operands = evaluateOperands(closures, evaluation)
        return located(operands instanceof Failure ? operands : value.method(name, operands), { start, end })
      }
      const values = closures.length === 0 ? noValues : evaluateAll(closures, evaluation)
      if (values instanceof Failure) return values
      const result = callMethod(evaluation, value, method, values)
      return result instanceof Failure ? located(result, { start, end }) : result
    }
  }

  #lookup({ args, start, end }: ExpressionNode<'call'>, name: Lookup, scope: Scope): Closure {
    const closures = args.map((arg) => this.#parts.compile(arg, scope))
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

  #userCall({ name, args, start, end }: ExpressionNode<'call'>, declared: ScopedFunction, scope: Scope): Closure {
    const closures = args.map((arg) => this.#parts.compile(arg, scope))
    const { parameters } = declared.declaration
    if (closures.length !== parameters.length) {
      const text = `Incorrect number of arguments. Received: ${closures.length}. Expected: ${name}(${parameters.join(', ')}).`
      return () => new Failure(text, { start, end })
    }
    let body: Closure | undefined
    return (evaluation) => {
      evaluation.tick()
      const values = evaluateOperands(closures, evaluation)
      if (values instanceof Failure) return values
      // When it is first called: bodies that were compiled inside of each other would go as deep as all of them together.
      body ??= this.#function(declared)
      const outer = evaluation.frame
      evaluation.frame = values
      const result = body(evaluation)
      evaluation.frame = outer
      return result
    }
  }

  #function(declared: ScopedFunction): Closure {
    let body = this.#functions.get(declared)
    if (body === undefined) {
      body = this.#body(declared)
      this.#functions.set(declared, body)
    }
    return body
  }

  #body({ declaration, scope: outer }: ScopedFunction): Closure {
    const scope = outer.inner()
    for (const [slot, name] of declaration.parameters.entries()) scope.bind(name, { kind: 'local', slot })
    const lets: Closure[] = []
    for (const { name, value } of declaration.lets) {
      lets.push(this.#parts.compile(value, scope))
      scope.bind(name, { kind: 'local', slot: declaration.parameters.length + lets.length - 1 })
    }
    const result = this.#parts.compile(declaration.result, scope)
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
