import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { fieldsFromSdk } from '../../../documents/values/sdk-value.ts'
import type { TypedFields, ValueType } from '../../../documents/values/typed-value.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import { valueAt } from '../draft/changes.ts'
import type { CellMark, CellPlace } from './cell-edits.ts'

/** What begins to be replaced by the key of a letter or a digit; null becomes a text. */
const typedInto: readonly ValueType[] = ['string', 'integer', 'double', 'null', 'timestamp', 'reference', 'geopoint']

/**
 * The cell of a document in a column, as far as its value can be edited there: undefined for the id, for a field that can't be named, and
 * for one inside of what is no map.
 *
 * @param mark what the cell shows in place of the document's value
 * @param typed what is to take the place of the value, which one line says then
 */
export function findPlace(
  document: QueryDocumentSnapshot,
  row: number,
  column: number,
  of: GridColumn | undefined,
  mark: CellMark | undefined,
  typed?: string,
): CellPlace | undefined {
  const path = of && parseFieldPath(of.field)
  if (of === undefined || path === undefined) return undefined
  const fields = fieldsFromSdk(document.data({ serverTimestamps: 'estimate' }))
  const usualType = of.type === undefined || of.type === 'null' ? 'string' : of.type
  const value = mark === undefined ? valueAt(fields, path) : mark.value
  const type = value?.kind ?? usualType
  if (!standsInMaps(fields, path) || (typed !== undefined && !typedInto.includes(type))) return undefined
  return { document, row, column, field: of.field, path, isThere: value !== undefined, usualType }
}

function standsInMaps(fields: TypedFields, path: readonly string[]): boolean {
  return path.slice(0, -1).every((_, at) => {
    const above = valueAt(fields, path.slice(0, at + 1))
    return above === undefined || above.kind === 'map'
  })
}
