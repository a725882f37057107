import { type RuleValue, typeOf } from '../../values/rule-value.ts'
import type { Evaluation } from '../evaluation.ts'
import { Failure, type Result } from '../failure.ts'
import { applyForms, type Form } from '../signature.ts'
import { bytesMethods, hashingFunctions } from './bytes.ts'
import { listMethods, mapDiffMethods, mapMethods, setMethods } from './collections.ts'
import { conversions } from './conversions.ts'
import { mathFunctions } from './math.ts'
import { latLngFunctions, latLngMethods, pathMethods } from './places.ts'
import { stringMethods } from './strings.ts'
import { durationFunctions, durationMethods, timestampFunctions, timestampMethods } from './times.ts'

type Forms = Readonly<Record<string, readonly Form[]>>

const methods: Readonly<Record<ReturnType<typeof typeOf>, Forms | undefined>> = {
  string: stringMethods,
  bytes: bytesMethods,
  list: listMethods,
  set: setMethods,
  map: mapMethods,
  map_diff: mapDiffMethods,
  timestamp: timestampMethods,
  duration: durationMethods,
  latlng: latLngMethods,
  path: pathMethods,
  bool: undefined,
  int: undefined,
  float: undefined,
  number: undefined,
  constraint: undefined,
  vector: undefined,
  null: undefined,
}

/** `math.abs` and its like. A name of one's own in front of the dot wins over these. */
const namespaces: Readonly<Record<string, Forms>> = {
  math: mathFunctions,
  hashing: hashingFunctions,
  timestamp: timestampFunctions,
  duration: durationFunctions,
  latlng: latLngFunctions,
}

export function isNamespace(name: string): boolean {
  return Object.hasOwn(namespaces, name)
}

/** The forms of a function that needs no receiver, or of one of a namespace (`math.abs`); undefined: there is no such function. */
export function findFunction(name: string): readonly Form[] | undefined {
  const [namespace = '', inner] = name.split('.')
  if (inner === undefined) return ownForms(conversions, name)
  return Object.hasOwn(namespaces, namespace) ? ownForms(namespaces[namespace] ?? {}, inner) : undefined
}

function ownForms(forms: Forms, name: string): readonly Form[] | undefined {
  return Object.hasOwn(forms, name) ? forms[name] : undefined
}

/** The methods of one name, by the type of what they belong to. */
export type MethodForms = Readonly<Partial<Record<ReturnType<typeof typeOf>, readonly Form[]>>>

export function findMethods(name: string): MethodForms {
  const found = Object.entries(methods).map(([type, forms]) => [type, forms && ownForms(forms, name)])
  return Object.fromEntries(found) as MethodForms
}

/** `receiver.name(args)`; `forms` are the methods of that name. */
export function callMethod(
  evaluation: Evaluation,
  receiver: RuleValue,
  { name, forms }: { readonly name: string; readonly forms: MethodForms },
  args: readonly RuleValue[],
): Result {
  if (receiver === null) return new Failure('Null value error.')
  const own = forms[typeOf(receiver)]
  return own === undefined ? notFound(name) : applyForms(name, own, args, evaluation, receiver)
}

export function notFound(name: string): Failure {
  return new Failure(`Function not found error: Name: [${name}].`)
}
