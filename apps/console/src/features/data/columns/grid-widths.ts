import { isNumberType, type ValueType } from '../../../documents/values/typed-value.ts'
import type { GridColumn } from './grid-column.ts'

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
