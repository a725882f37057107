import type { RuleValue } from '../../values/rule-value.ts'
import { typeOf } from '../../values/rule-value.ts'
import type { Evaluation } from '../evaluation.ts'
import { Failure, type Result } from '../failure.ts'
import { applyForms, type Form } from '../signature.ts'
import { bytesMethods } from './bytes.ts'
import { listMethods, mapDiffMethods, mapMethods, setMethods } from './collections.ts'
import { conversions } from './conversions.ts'
import { hashingFunctions } from './hashing.ts'
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

/** `receiver.name(args)`. */
export function callMethod(
  evaluation: Evaluation,
  receiver: RuleValue,
  name: string,
  args: readonly RuleValue[],
): Result {
  if (receiver === null) return new Failure('Null value error.')
  const ofType = methods[typeOf(receiver)]
  const forms = ofType && ownForms(ofType, name)
  return forms === undefined ? notFound(name) : applyForms(name, forms, args, evaluation, receiver)
}

export function notFound(name: string): Failure {
  return new Failure(`Function not found error: Name: [${name}].`)
}
