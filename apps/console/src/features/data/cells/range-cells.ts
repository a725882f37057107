import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import { equals, isNumberType, type TypedValue, type ValueType } from '../../../documents/values/typed-value.ts'
import { isRounded } from '../components/cell-content.tsx'
import { valueIn } from '../components/document-row.tsx'
import type { GridColumn } from '../columns/grid-column.ts'
import type { CellMarks } from './cell-edits.ts'
import { findPlace } from './find-place.ts'
import type { RangeBox } from './grid-range.ts'
import type { CellWrite } from './save-cells.ts'
import { formatTsv, parseTsv } from './tsv.ts'

/** Where the values of cells are found. */
export interface CellSource {
  readonly documentAt: (row: number) => QueryDocumentSnapshot | undefined
  readonly columns: readonly GridColumn[]
  readonly marks?: CellMarks
}

/** What was copied last here: pasted here again it keeps its types. */
let copied: { readonly text: string; readonly values: readonly (readonly (TypedValue | undefined)[])[] } | undefined

/** The cells as a spreadsheet takes them; of a document that is not known at the moment they are empty. */
export function copyCells(box: RangeBox, source: CellSource): string {
  const values = rowsOf(box).map((row) => columnsOf(box).map((column) => valueAtCell(row, column, source)))
  const isOne = values.length === 1 && values[0]?.length === 1
  const texts = values.map((row) => row.map((value) => (value === undefined ? '' : textOf(value))))
  const text = isOne ? (texts[0]?.[0] ?? '') : formatTsv(texts)
  const isWhole = rowsOf(box).every((row) => source.documentAt(row) !== undefined)
  copied = isWhole ? { text, values } : undefined
  return text
}

function textOf(value: TypedValue): string {
  return value.kind === 'null' ? 'null' : formatText(value)
}

function valueAtCell(row: number, column: number, { documentAt, columns, marks }: CellSource): TypedValue | undefined {
  const document = documentAt(row)
  if (document === undefined) return undefined
  if (column === 0) return { kind: 'string', value: document.id }
  const of = columns[column - 1]
  const mark = of && marks?.get(document.ref.path)?.get(of.field)
  if (mark !== undefined) return mark.value
  return of && valueIn(document, of)
}

/** The fields that these cells show, taken away. */
export function valuesCleared(box: RangeBox, source: CellSource): readonly CellWrite[] {
  return cellsOf(box, source, () => ({ value: undefined }))
}

/** The values of the first row in all rows below it; none while that row is not known. */
export function fillDown(box: RangeBox, source: CellSource): readonly CellWrite[] {
  if (source.documentAt(box.top) === undefined) return []
  return cellsOf({ ...box, top: box.top + 1 }, source, (_, column) => {
    const value = valueAtCell(box.top, column, source)
    return isGuessed(value) ? undefined : { value }
  })
}

/** The document may have another number than the list, or another type of it: the SDK tells neither, and inside of a map or a list nobody asks. */
function isGuessed(value: TypedValue | undefined): boolean {
  if (value?.kind === 'map') return [...value.fields.values()].some(isGuessedInside)
  if (value?.kind === 'array') return value.values.some(isGuessedInside)
  return isRounded(value)
}

function isGuessedInside(value: TypedValue): boolean {
  return value.kind === 'integer' || (value.kind === 'double' && Number.isInteger(value.value)) || isGuessed(value)
}

export interface PastePlan {
  readonly cells: readonly CellWrite[]
  /** How many documents they are of. */
  readonly documents: number
  /** So many cells get a value of another type than they have. */
  readonly otherTypes: number
  /** So many cells lose their value: what is pasted there is empty. */
  readonly emptied: number
  /** So many cells stay as they are: the exact numbers of what was copied are not known here. */
  readonly guessed: number
  /** So many values find no cell: they lie below the last row, beyond the last column, or at an id. */
  readonly leftOut: number
}

/** More than this is no table that somebody edits by hand. */
export const pastedLengthMax = 1_000_000

/** What a text from a spreadsheet, or from here, does when it is pasted at these cells. A single value fills them all. */
export function planPaste(text: string, box: RangeBox, source: CellSource): PastePlan {
  const texts = parseTsv(text)
  const values = copied?.text === text ? copied.values : undefined
  const isOne = texts.length === 1 && texts[0]?.length === 1
  const bottom = isOne ? box.bottom : box.top + texts.length - 1
  const right = isOne ? box.right : box.left + texts.reduce((most, row) => Math.max(most, row.length), 0) - 1
  const all = isOne ? (bottom - box.top + 1) * (right - box.left + 1) : texts.reduce((sum, row) => sum + row.length, 0)
  let placed = 0
  let otherTypes = 0
  let emptied = 0
  let guessed = 0
  const cells = cellsOf({ ...box, bottom, right }, source, (row, column, was, usual) => {
    const [at, beside] = isOne ? [0, 0] : [row - box.top, column - box.left]
    const written = texts[at]?.[beside]
    if (written === undefined) return undefined
    placed += 1
    const value = values === undefined ? valueOf(written, was, usual) : values[at]?.[beside]
    if (values !== undefined && isGuessed(value)) {
      guessed += 1
      return undefined
    }
    if (value === undefined && was !== undefined) emptied += 1
    if (value !== undefined && was !== undefined && isOther(was.kind, value.kind)) otherTypes += 1
    return { value }
  })
  return {
    cells,
    documents: new Set(cells.map(({ document }) => document.ref.path)).size,
    otherTypes,
    emptied,
    guessed,
    leftOut: all - placed,
  }
}

/** Null is no type that somebody would miss. */
function isOther(was: ValueType, next: ValueType): boolean {
  return was !== next && was !== 'null' && !(isNumberType(was) && isNumberType(next))
}

/** A text as a value of the type that is there, or that is usual; of another one where it can't be read so. */
function valueOf(text: string, was: TypedValue | undefined, usual: ValueType): TypedValue | undefined {
  if (text === '') return undefined
  const held = was === undefined || was.kind === 'null' ? usual : was.kind
  for (const type of isNumberType(held) ? (['integer', 'double'] as const) : [held]) {
    const parsed = parseText(type, type === 'boolean' ? text.toLowerCase() : text)
    if ('value' in parsed) return parsed.value
  }
  if (text === 'null') return { kind: 'null' }
  for (const type of ['integer', 'double', 'boolean'] as const) {
    const parsed = parseText(type, text.toLowerCase())
    if ('value' in parsed) return parsed.value
  }
  return { kind: 'string', value: text }
}

/** The writes of those cells of a box that can be edited and come to hold something else. */
function cellsOf(
  box: RangeBox,
  source: CellSource,
  next: (
    row: number,
    column: number,
    was: TypedValue | undefined,
    usual: ValueType,
  ) => { readonly value: TypedValue | undefined } | undefined,
): readonly CellWrite[] {
  return rowsOf(box).flatMap((row) =>
    columnsOf(box).flatMap((column): CellWrite[] => {
      const document = source.documentAt(row)
      const of = source.columns[column - 1]
      if (document === undefined || of === undefined) return []
      const place = findPlace(document, row, column, of, source.marks?.get(document.ref.path)?.get(of.field))
      if (place === undefined) return []
      const was = valueAtCell(row, column, source)
      const written = next(row, column, was, place.usualType)
      if (written === undefined || equals(written.value, was)) return []
      return [{ document, field: of.field, path: place.path, was, value: written.value }]
    }),
  )
}

function rowsOf({ top, bottom }: RangeBox): readonly number[] {
  return Array.from({ length: Math.max(0, bottom - top + 1) }, (_, at) => top + at)
}

function columnsOf({ left, right }: RangeBox): readonly number[] {
  return Array.from({ length: Math.max(0, right - left + 1) }, (_, at) => left + at)
}
