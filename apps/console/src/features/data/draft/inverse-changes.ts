import { isWorkedOut } from '../../../documents/values/is-worked-out.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { type Change, valueAt } from './changes.ts'

/**
 * What leads back from changes that were made.
 *
 * @param stored what the document became, where the server had a part in it
 */
export function inverseOf(changes: readonly Change[], stored: TypedFields | undefined): readonly Change[] {
  return changes
    .map(({ path, was, value }) => ({
      path,
      was: stored !== undefined && value !== undefined && isWorkedOut(value) ? valueAt(stored, path) : value,
      value: was,
    }))
    .toReversed()
}
