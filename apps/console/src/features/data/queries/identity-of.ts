import type { TypedFields } from '../../../documents/values/typed-value.ts'

const identities = new WeakMap<TypedFields, number>()
let given = 0

/** Tells fields from others in the key of a query, without a copy of them in it. */
export function identityOf(fields: TypedFields): number {
  const known = identities.get(fields)
  if (known !== undefined) return known
  given += 1
  identities.set(fields, given)
  return given
}
