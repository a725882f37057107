import { MapValue } from '../values/rule-value.ts'
import { type Closure, type ExpressionNode, located, type PartCompiler } from './closure.ts'
import { Failure, isSymbolic, type Result } from './failure.ts'
import { member } from './operators.ts'
import type { Scope } from './scope.ts'

export function compileName({ name, start, end }: ExpressionNode<'name'>, scope: Scope): Closure {
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

/** `a.b.c` in one go; where each expression is reported, the last step alone. */
export function compileMember(node: ExpressionNode<'member'>, scope: Scope, parts: PartCompiler): Closure {
  const steps = [stepOf(node)]
  let { object } = node
  while (object.kind === 'member' && !parts.isObserved) {
    steps.unshift(stepOf(object))
    object = object.object
  }
  const origin = object.kind === 'name' && !parts.isObserved ? scope.find(object.name)?.kind : undefined
  if (origin === 'request' || origin === 'resource') return compileKnownMember(origin, steps)
  const root = parts.compile(object, scope)
  return (evaluation) => {
    evaluation.tick(steps.length)
    return takeSteps(root(evaluation), steps)
  }
}

/** `request.auth.uid`, `resource.data.owner`: what most conditions ask for, without a closure for where it begins. */
function compileKnownMember(origin: 'request' | 'resource', steps: readonly Step[]): Closure {
  const expressions = 1 + steps.length
  const [first, second, ...others] = steps
  if (first !== undefined && second !== undefined && others.length === 0) {
    if (origin === 'request') {
      return (evaluation) => {
        evaluation.tick(expressions)
        return takeStep(takeStep(evaluation.request, first), second)
      }
    }
    return (evaluation) => {
      evaluation.tick(expressions)
      return takeStep(takeStep(evaluation.resource, first), second)
    }
  }
  return (evaluation) => {
    evaluation.tick(expressions)
    return takeSteps(origin === 'request' ? evaluation.request : evaluation.resource, steps)
  }
}

/** `.name`, and where it stands. */
type Step = Pick<ExpressionNode<'member'>, 'name' | 'start' | 'end'>

/** Names are made what keys of objects are: maps that are asked for one compare an address instead of letters. */
function stepOf({ name, start, end }: ExpressionNode<'member'>): Step {
  const keyed: Record<string, true> = Object.create(null)
  keyed[name] = true
  return { name: Object.keys(keyed)[0] ?? name, start, end }
}

function takeSteps(origin: Result, steps: readonly Step[]): Result {
  let value = origin
  for (const step of steps) value = takeStep(value, step)
  return value
}

function takeStep(value: Result, step: Step): Result {
  if (value instanceof MapValue) {
    const found = value.find(step.name)
    if (found !== undefined) return found
  }
  if (value instanceof Failure) return value
  return located(isSymbolic(value) ? value.member(step.name) : member(value, step.name), step)
}
