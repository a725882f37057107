import type { RuleValue } from '../values/rule-value.ts'
import { typeOf } from '../values/rule-value.ts'
import type { Evaluation } from './evaluation.ts'
import type { Result } from './failure.ts'
import { Failure } from './failure.ts'
import { unsupported } from './operators.ts'

type ValueType = ReturnType<typeof typeOf> | 'any'

/** One form of a function or method: the types of its arguments (of a method without its receiver) and what it does. */
export interface Form {
  readonly takes: readonly ValueType[]
  apply(args: readonly RuleValue[], evaluation: Evaluation, receiver: RuleValue): Result
}

/** The form of one function: its arguments are known to be of the types named. */
export function form(takes: readonly ValueType[], apply: Form['apply']): Form {
  return { takes, apply }
}

/** Applies the form that takes these arguments; fails with the vendor's words when none does. A function has the receiver `undefined`. */
export function applyForms(
  ownName: string,
  forms: readonly Form[],
  args: readonly RuleValue[],
  evaluation: Evaluation,
  receiver: RuleValue | undefined,
): Result {
  for (const candidate of forms) {
    if (takes(candidate, args)) return candidate.apply(args, evaluation, receiver ?? null)
  }
  const name = receiver === undefined ? ownName : `${typeOf(receiver)}.${ownName}`
  const expected = forms.map((candidate) => `${name}(${candidate.takes.join(', ')})`).join(', ')
  if (forms.every((candidate) => candidate.takes.length !== args.length)) {
    return new Failure(`Incorrect number of arguments. Received: ${args.length}. Expected: ${expected}.`)
  }
  return unsupported(`${name}(${args.map(typeOf).join(', ')})`, expected)
}

function takes(candidate: Form, args: readonly RuleValue[]): boolean {
  if (candidate.takes.length !== args.length) return false
  for (let i = 0; i < args.length; i++) {
    const type = candidate.takes[i]
    if (type !== 'any' && type !== typeOf(args[i] ?? null)) return false
  }
  return true
}
