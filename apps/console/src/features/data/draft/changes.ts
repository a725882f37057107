import { equals, isOperation, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'

/** Where a value stands in a document: names of fields, and places in arrays. */
export type ValuePath = readonly (string | number)[]

/** A change of a field that is not saved yet. Fields of maps change by themselves, arrays as a whole. */
export interface Change {
  /** At least one name. */
  readonly path: readonly string[]
  /** What was there when it was changed; undefined for a new field. */
  readonly was: TypedValue | undefined
  /** undefined takes the field away. */
  readonly value: TypedValue | undefined
}

export function valueAt(fields: TypedFields, path: ValuePath): TypedValue | undefined {
  let value: TypedValue | undefined = { kind: 'map', fields }
  for (const step of path) {
    if (value?.kind === 'map') value = value.fields.get(String(step))
    else if (value?.kind === 'array') value = value.values[Number(step)]
    else return undefined
  }
  return value
}

/** The fields with another value at a place; undefined takes it away. Maps on the way come about where they are missing. */
export function withValue(fields: TypedFields, path: ValuePath, value: TypedValue | undefined): TypedFields {
  const changed = replaced({ kind: 'map', fields }, path, value)
  return changed?.kind === 'map' ? changed.fields : fields
}

function replaced(at: TypedValue | undefined, path: ValuePath, value: TypedValue | undefined): TypedValue | undefined {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (at?.kind === 'array' && typeof step === 'number') {
    const inner = replaced(at.values[step], rest, value)
    return { kind: 'array', values: at.values.toSpliced(step, 1, ...(inner === undefined ? [] : [inner])) }
  }
  const fields = new Map(at?.kind === 'map' ? at.fields : [])
  const inner = replaced(fields.get(String(step)), rest, value)
  if (inner === undefined) fields.delete(String(step))
  else fields.set(String(step), inner)
  return { kind: 'map', fields }
}

/** What leads from some fields to others. */
export function changesBetween(before: TypedFields, after: TypedFields, path: readonly string[] = []): Change[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => {
    const was = before.get(name)
    const value = after.get(name)
    if (equals(was, value)) return []
    const here = [...path, name]
    // An emptied map stays a map: taking its fields away one by one would leave the same.
    if (was?.kind === 'map' && value?.kind === 'map') return changesBetween(was.fields, value.fields, here)
    return [{ path: here, was, value }]
  })
}

export function withChanges(fields: TypedFields, changes: readonly Change[]): TypedFields {
  return changes.reduce((before, { path, value }) => withValue(before, path, value), fields)
}

/**
 * The changes whose field holds something else by now than when it was changed, so that saving would overwrite what somebody else
 * did. What the server works out with what is there, such as adding to an array, is in nobody's way.
 */
export function conflictsWith(fields: TypedFields, changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path, was, value }) => {
    if (value !== undefined && isOperation(value)) return false
    const now = valueAt(fields, path)
    return !equals(now, was) && !equals(now, value)
  })
}

/** The changes that are left to be saved when the document has these fields. */
export function changesLeft(fields: TypedFields, changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ path, value }) => !equals(valueAt(fields, path), value))
}
