import { asGuessed } from '../../../documents/values/sdk-value.ts'
import { equals, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { type Change, valueAt } from '../draft/changes.ts'

/** A state of a document; without fields it was deleted. */
interface State {
  readonly fields: TypedFields | undefined
}

/**
 * The way back from changes that had waited and took the place of what somebody else had done meanwhile: empty when there was nobody,
 * undefined when no version has the changes.
 *
 * @param versions the newest first, those of the changes and before among them
 * @param isMore there are older ones: whether the last brought the changes can't be told
 */
export function wayBackFrom(
  changes: readonly Change[],
  versions: readonly State[],
  isMore = false,
): readonly Change[] | undefined {
  const has = (state: State | undefined): boolean =>
    state?.fields !== undefined && changes.every(({ path, value }) => isSame(at(state, path), value))
  const known = isMore ? versions.slice(0, -1) : versions
  const own = known.findIndex((version, place) => has(version) && !has(versions[place + 1]))
  if (own === -1) return undefined
  const before = versions[own + 1]
  // As far back as versions are kept, nobody else did anything.
  if (before?.fields === undefined) return []
  return changes
    .filter(({ path, was, value }) => !isSame(at(before, path), was) && !isSame(at(before, path), value))
    .map(({ path, value }) => ({ path, was: value, value: at(before, path) }))
}

function at({ fields }: State, path: readonly string[]): TypedValue | undefined {
  return fields && valueAt(fields, path)
}

/** Whoever was offline had the types of numbers guessed. */
function isSame(one: TypedValue | undefined, other: TypedValue | undefined): boolean {
  return equals(one && asGuessed(one), other && asGuessed(other))
}
