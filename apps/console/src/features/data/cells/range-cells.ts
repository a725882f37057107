import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { equals, isNumberType, type TypedValue, type ValueType } from '../../../documents/values/typed-value.ts'
import { isRounded } from '../components/cell-content.tsx'
import { valueIn } from '../components/document-row.tsx'
import type { GridColumn } from '../columns/grid-column.ts'
import type { CellMarks } from './cell-edits.ts'
import { findPlace } from './find-place.ts'
import type { RangeBox } from './grid-range.ts'
import type { CellOrigin, CellWrite } from './save-cells.ts'
import { formatTsv, parseTsv } from './tsv.ts'

/** Where the values of cells are found. */
export interface CellSource {
  readonly documentAt: (row: number) => QueryDocumentSnapshot | undefined
  readonly columns: readonly GridColumn[]
  readonly marks?: CellMarks
}

/** What copying cells gives: as a spreadsheet takes it, and as it is. */
export interface CellCopy {
  readonly text: string
  /** undefined where a document of them is not known at the moment: its cells are empty in the text. */
  readonly values: readonly (readonly CopiedValue[])[] | undefined
}

export interface CopiedValue {
  readonly value: TypedValue | undefined
  readonly origin?: CellOrigin
}

/** What was copied last in a database: pasted there again it keeps its types. */
export class CopiedCells {
  #last: CellCopy | undefined

  take(copy: CellCopy): void {
    this.#last = copy
  }

  /** undefined for a text from elsewhere. */
  valuesOf(text: string): CellCopy['values'] {
    return this.#last?.text === text ? this.#last.values : undefined
  }
}

export function copyOf(box: RangeBox, source: CellSource): CellCopy {
  const values = rowsOf(box).map((row) => columnsOf(box).map((column) => copiedAt(row, column, source)))
  const isOne = values.length === 1 && values[0]?.length === 1
  const texts = values.map((row) => row.map(({ value }) => (value === undefined ? '' : textOf(value))))
  const text = isOne ? (texts[0]?.[0] ?? '') : formatTsv(texts)
  const isWhole = rowsOf(box).every((row) => source.documentAt(row) !== undefined)
  return { text, values: isWhole ? values : undefined }
}

/** What a cell shows, with the field that alone has it exactly where the table can't know. */
export function copiedAt(row: number, column: number, source: CellSource): CopiedValue {
  const value = valueAtCell(row, column, source)
  const document = source.documentAt(row)
  const of = source.columns[column - 1]
  const path = of && parseFieldPath(of.field)
  const isTyped = document && of && source.marks?.get(document.ref.path)?.has(of.field) === true
  if (document === undefined || path === undefined || isTyped || !isGuessed(value)) return { value }
  return { value, origin: { document: document.ref.path, path } }
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

/**
 * The document may have another number than the list, another type of it, or a reference into another database: the SDK tells neither. Of a number
 * alone the cell it is written to says which type it takes.
 */
function isGuessed(value: TypedValue | undefined): boolean {
  if (value?.kind === 'reference') return true
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
  /** So many cells get a value of another type than they have, or, where they are empty, than is usual in their column. */
  readonly otherTypes: number
  /** So many cells lose their value: what is pasted there is empty. */
  readonly emptied: number
  /** So many values find no cell: they lie below the last row, beyond the last column, or at an id. */
  readonly leftOut: number
}

/** One that changes more documents than this is asked about before. */
const askedDocuments = 50

/** Whether somebody is to be asked before, as it does more than to give cells other values. */
export function isAsked(plan: PastePlan): boolean {
  const unusual = plan.otherTypes + plan.emptied + plan.leftOut
  return unusual > 0 || plan.documents > askedDocuments
}

/** More than this is no table that somebody edits by hand. */
export const pastedLengthMax = 1_000_000

/** What a text from a spreadsheet, or from here, does when it is pasted at these cells. A single value fills them all. */
export function planPaste(text: string, box: RangeBox, source: CellSource, copied: CopiedCells): PastePlan {
  const texts = parseTsv(text)
  const values = copied.valuesOf(text)
  const isOne = texts.length === 1 && texts[0]?.length === 1
  const bottom = isOne ? box.bottom : box.top + texts.length - 1
  const right = isOne ? box.right : box.left + texts.reduce((most, row) => Math.max(most, row.length), 0) - 1
  const all = isOne ? (bottom - box.top + 1) * (right - box.left + 1) : texts.reduce((sum, row) => sum + row.length, 0)
  let placed = 0
  let otherTypes = 0
  let emptied = 0
  const cells = cellsOf({ ...box, bottom, right }, source, (row, column, was, usual) => {
    const [at, beside] = isOne ? [0, 0] : [row - box.top, column - box.left]
    const written = texts[at]?.[beside]
    if (written === undefined) return undefined
    placed += 1
    const held = was === undefined || was.kind === 'null' ? usual : was.kind
    const next =
      values === undefined ? { value: valueOf(written, held) } : (values[at]?.[beside] ?? { value: undefined })
    if (next.value === undefined && was !== undefined) emptied += 1
    if (next.value !== undefined && isOther(held, next.value.kind)) otherTypes += 1
    return next
  })
  return {
    cells,
    documents: new Set(cells.map(({ document }) => document.ref.path)).size,
    otherTypes,
    emptied,
    leftOut: all - placed,
  }
}

function isOther(held: ValueType, next: ValueType): boolean {
  return held !== next && !(isNumberType(held) && isNumberType(next))
}

/** A text as a value of the type that is there, or that is usual; of another one where it can't be read so. */
function valueOf(text: string, held: ValueType): TypedValue | undefined {
  if (text === '') return undefined
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
export function cellsOf(
  box: RangeBox,
  source: CellSource,
  next: (row: number, column: number, was: TypedValue | undefined, usual: ValueType) => CopiedValue | undefined,
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
      // What is not known exactly may differ although it looks alike.
      if (written === undefined || (written.origin === undefined && equals(written.value, was))) return []
      return [{ document, field: of.field, path: place.path, was, ...written }]
    }),
  )
}

function rowsOf({ top, bottom }: RangeBox): readonly number[] {
  return Array.from({ length: Math.max(0, bottom - top + 1) }, (_, at) => top + at)
}

function columnsOf({ left, right }: RangeBox): readonly number[] {
  return Array.from({ length: Math.max(0, right - left + 1) }, (_, at) => left + at)
}
