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

/** The names of the functions that need no receiver, and of those of the namespaces (`math.abs`). */
export function isLibraryFunction(name: string): boolean {
  const [namespace, inner] = name.split('.')
  if (inner === undefined) return Object.hasOwn(conversions, name)
  return (
    namespace !== undefined && Object.hasOwn(namespaces, namespace) && Object.hasOwn(namespaces[namespace] ?? {}, inner)
  )
}

/** `name(args)` or `namespace.name(args)`. */
export function callFunction(evaluation: Evaluation, name: string, args: readonly RuleValue[]): Result {
  if (!isLibraryFunction(name)) return notFound(name)
  const [namespace = '', inner] = name.split('.')
  const forms = inner === undefined ? conversions[name] : namespaces[namespace]?.[inner]
  return applyForms(name, forms ?? [], args, evaluation, null)
}

/** `receiver.name(args)`. */
export function callMethod(
  evaluation: Evaluation,
  receiver: RuleValue,
  name: string,
  args: readonly RuleValue[],
): Result {
  if (receiver === null) return new Failure('Null value error.')
  const type = typeOf(receiver)
  const forms = methods[type]
  if (forms === undefined || !Object.hasOwn(forms, name)) return notFound(name)
  return applyForms(`${type}.${name}`, forms[name] ?? [], args, evaluation, receiver)
}

function notFound(name: string): Failure {
  return new Failure(`Function not found error: Name: [${name}].`)
}
