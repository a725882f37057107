import { asGuessed } from './sdk-value.ts'
import { equals, type TypedFields, type TypedValue } from './typed-value.ts'

/**
 * The guess, with the exact types of an earlier answer of the server wherever that still says the same: what changed since keeps
 * its guessed type until the server is asked again.
 */
export function refineFields(guess: TypedFields, exact: TypedFields): TypedFields {
  return new Map([...guess].map(([name, value]) => [name, refine(value, exact.get(name))]))
}

function refine(guess: TypedValue, exact: TypedValue | undefined): TypedValue {
  if (exact === undefined) return guess
  if (equals(guess, asGuessed(exact))) return exact
  if (guess.kind === 'map' && exact.kind === 'map')
    return { kind: 'map', fields: refineFields(guess.fields, exact.fields) }
  if (guess.kind === 'array' && exact.kind === 'array') {
    return { kind: 'array', values: guess.values.map((value, at) => refine(value, exact.values[at])) }
  }
  return guess
}
