import type { FieldPath } from 'firebase/firestore'
import { type ValueType, isNumberType } from '../../../documents/values/typed-value.ts'

export interface GridColumn {
  /** The path of the field as people write it. */
  readonly field: string
  /** undefined for one that can't be written so. */
  readonly path: FieldPath | undefined
  /** The most usual one of the documents that were seen with it, if any was. */
  readonly type: ValueType | undefined
}

/** In rem: the least a column has; it grows with the table. */
const checkboxWidth = 2
const idWidth = 9

function widthOf(type: ValueType | undefined): number {
  if (isNumberType(type) || type === 'boolean' || type === 'null') return 6
  if (type === 'timestamp') return 12
  return type === 'map' || type === 'array' ? 11 : 8
}

/** The tracks of a table's rows, with one for the checkbox where there is one, and the least they take together. */
export function gridWidths(
  columns: readonly GridColumn[],
  hasCheckbox: boolean,
): { readonly template: string; readonly width: string } {
  const widths = [idWidth, ...columns.map(({ type }) => widthOf(type))]
  const checkbox = hasCheckbox ? checkboxWidth : 0
  return {
    template: `${hasCheckbox ? `${checkbox}rem ` : ''}${widths.map((width) => `minmax(${width}rem,${width}fr)`).join(' ')}`,
    width: `${widths.reduce((sum, one) => sum + one, checkbox)}rem`,
  }
}
