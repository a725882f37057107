import { FieldPath } from 'firebase/firestore'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { type ValueType, isNumberType } from '../../../documents/values/typed-value.ts'
import { formatNumber } from '../../../texts/format.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import { type Kinds, kindsOf } from './kinds.ts'
import type { TableLayout } from './table-layouts.ts'

export interface GridColumn {
  /** The path of the field as people write it. */
  readonly field: string
  /** undefined for one that can't be written so. */
  readonly path: FieldPath | undefined
  /** The most usual one of the documents that were seen with it, if any was. */
  readonly type: ValueType | undefined
  /** In CSS pixels. */
  readonly width: number
  /** It stays beside the ids while the others scroll. */
  readonly isPinned: boolean
  /** Colours of its texts, where they are a few that come again and again. */
  readonly kinds: Kinds | undefined
}

/** In CSS pixels. */
export const columnWidthMin = 56
export const columnWidthMax = 900
/** Fits 99,999. */
const numberWidthMin = 56
const idWidth = 148

function usualWidth(field: string, type: ValueType | undefined, isFew: boolean): number {
  const forName = Math.ceil(field.length * 7.2) + 48
  const forValue =
    type === 'boolean' || type === 'null'
      ? 72
      : isNumberType(type)
        ? 96
        : isFew
          ? 104
          : type === 'timestamp'
            ? 148
            : type === 'string' || type === 'reference'
              ? 176
              : 136
  return Math.min(240, Math.max(forName, forValue))
}

/** The columns of these fields, as somebody arranged them. */
export function gridColumns(fields: readonly string[], seen: SeenFields, layout: TableLayout): readonly GridColumn[] {
  return fields.map((field) => {
    const { type, texts } = seen.get(field) ?? {}
    const names = parseFieldPath(field)
    const few = type === 'string' ? texts : undefined
    return {
      field,
      path: names && new FieldPath(...names),
      type,
      width: layout.widths?.[field] ?? usualWidth(field, type, few !== undefined),
      isPinned: layout.pinned?.includes(field) === true,
      kinds: few && kindsOf(field, few),
    }
  })
}

export interface GridGeometry {
  /** The tracks of a row: its number or checkbox, the id, the columns, and what is left. */
  readonly template: string
  /** Where the id and each column begin, in CSS pixels. */
  readonly lefts: readonly number[]
  /** So much at the beginning stays while the rest scrolls. */
  readonly frozen: number
  /** Of all of it. */
  readonly width: number
}

/** Without columns of their own width (`isTable`) the ids take the room there is. `size` rows are numbered. */
export function gridGeometry(columns: readonly GridColumn[], isTable: boolean, size: number): GridGeometry {
  const numberWidth = Math.max(numberWidthMin, formatNumber(size).length * 7 + 14)
  const widths = columns.map(({ width }) => width)
  const lefts = [numberWidth, numberWidth + idWidth]
  for (const width of widths) lefts.push((lefts.at(-1) ?? 0) + width)
  const all = lefts.pop() ?? 0
  const pinned = columns.findLastIndex(({ isPinned }) => isPinned)
  return {
    template: isTable
      ? `${[numberWidth, idWidth, ...widths].map((width) => `${width}px`).join(' ')} minmax(0,1fr)`
      : `${numberWidth}px minmax(${idWidth}px,1fr) ${widths.map((width) => `minmax(${width}px,1fr)`).join(' ')}`,
    lefts,
    frozen: pinned === -1 ? numberWidth + idWidth : (lefts[pinned + 1] ?? 0) + (widths[pinned] ?? 0),
    width: all,
  }
}
