import { MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS } from '@hearth/model/timestamp'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { isRounded } from '../components/cell-content.tsx'
import { isInBox, type RangeBox } from './grid-range.ts'
import { type CellSource, cellsOf, type CopiedValue, copiedAt } from './range-cells.ts'
import type { CellWrite } from './save-cells.ts'

/** Which way cells are filled; `down` and `right` stand for the other way, too. */
type FillWay = 'down' | 'right'

/** The cells around those of `from`, as far as `to` reaches: it is longer than `from` in one direction. A series goes on, all else repeats. */
export function fillTo(from: RangeBox, to: RangeBox, source: CellSource): readonly CellWrite[] {
  const way = from.left === to.left && from.right === to.right ? 'down' : 'right'
  return filled(to, source, way, from, () => from)
}

/**
 * The values of the first row in all rows below it. Where more of them are there and the rest of the column is empty, their series goes on.
 * None while the first row is not known.
 */
export function fillDown(box: RangeBox, source: CellSource): readonly CellWrite[] {
  if (source.documentAt(box.top) === undefined) return []
  return filled(box, source, 'down', { ...box, bottom: box.top }, (column) => {
    const line = { ...box, left: column, right: column }
    return { ...line, bottom: box.top + seriesLength(line, source) - 1 }
  })
}

/** The same from the first column to those at its right. */
export function fillRight(box: RangeBox, source: CellSource): readonly CellWrite[] {
  return filled(box, source, 'right', { ...box, right: box.left }, (row) => {
    const line = { ...box, top: row, bottom: row }
    return { ...line, right: box.left + seriesLength(line, source) - 1 }
  })
}

/** `kept`: cells that stay as they are; `givenOf`: those of a column, or of a row, that the others are made of. */
function filled(
  box: RangeBox,
  source: CellSource,
  way: FillWay,
  kept: RangeBox,
  givenOf: (line: number) => RangeBox,
): readonly CellWrite[] {
  const lines = new Map<number, (row: number, column: number) => CopiedValue | undefined>()
  return cellsOf(box, source, (row, column) => {
    if (isInBox(kept, { row, column })) return undefined
    const line = way === 'down' ? column : row
    const valueOf = lines.get(line) ?? lineOf(givenOf(line), line, source, way)
    lines.set(line, valueOf)
    return valueOf(row, column)
  })
}

function lineOf(
  given: RangeBox,
  line: number,
  source: CellSource,
  way: FillWay,
): (row: number, column: number) => CopiedValue | undefined {
  const [from, to] = way === 'down' ? [given.top, given.bottom] : [given.left, given.right]
  const values = Array.from({ length: to - from + 1 }, (_, at) =>
    way === 'down' ? copiedAt(from + at, line, source) : copiedAt(line, from + at, source),
  )
  const series = seriesOf(values.map(({ value }) => value))
  return (row, column) => {
    const at = (way === 'down' ? row : column) - from
    if (series === undefined) return values[((at % values.length) + values.length) % values.length]
    const value = series(at)
    return value && { value }
  }
}

/** Of how many values at the beginning of a line the rest is the series: of one where that is none, or where something stands behind. */
function seriesLength(line: RangeBox, source: CellSource): number {
  const values: (TypedValue | undefined)[] = []
  for (let { top: row } = line; row <= line.bottom; row += 1)
    for (let { left: column } = line; column <= line.right; column += 1)
      values.push(copiedAt(row, column, source).value)
  const firstEmpty = values.indexOf(undefined)
  const isRestEmpty = firstEmpty > 0 && values.slice(firstEmpty).every((value) => value === undefined)
  return isRestEmpty && seriesOf(values.slice(0, firstEmpty)) !== undefined ? firstEmpty : 1
}

/**
 * What values go on with, by their place from the first one on: two or more numbers, or times, with the same distance from each to the next.
 * undefined for all others; nothing at a place where no such value can be.
 */
export function seriesOf(
  values: readonly (TypedValue | undefined)[],
): ((at: number) => TypedValue | undefined) | undefined {
  const micros = values.flatMap((value) => (value?.kind === 'timestamp' ? [value.micros] : []))
  if (micros.length === values.length) {
    const stepped = stepsOf(micros)
    return stepped && ((at) => timeOf(stepped(at)))
  }
  // By their digits: what is added up in doubles ends in others.
  const texts = values.flatMap((value) => {
    const isNumber = value?.kind === 'integer' || (value?.kind === 'double' && !isRounded(value))
    return isNumber && plainNumber.test(String(value.value)) ? [String(value.value)] : []
  })
  if (texts.length !== values.length) return undefined
  const digits = Math.max(0, ...texts.map((text) => fractionOf(text).length))
  const stepped = stepsOf(
    texts.map((text) => BigInt(text.replace('.', '') + '0'.repeat(digits - fractionOf(text).length))),
  )
  const isInteger = values.every((value) => value?.kind === 'integer')
  return stepped && ((at) => (isInteger ? integerOf(stepped(at)) : doubleOf(stepped(at), digits)))
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

function fractionOf(text: string): string {
  return text.split('.')[1] ?? ''
}

function stepsOf(values: readonly bigint[]): ((at: number) => bigint) | undefined {
  const [first, second] = values
  if (first === undefined || second === undefined) return undefined
  const step = second - first
  const isEven = values.every((value, at) => value === first + step * BigInt(at))
  return isEven ? (at) => first + step * BigInt(at) : undefined
}

function timeOf(micros: bigint): TypedValue | undefined {
  const isHeld = micros >= MIN_TIMESTAMP_MICROS && micros <= MAX_TIMESTAMP_MICROS
  return isHeld ? { kind: 'timestamp', micros } : undefined
}

function integerOf(value: bigint): TypedValue | undefined {
  return BigInt.asIntN(64, value) === value ? { kind: 'integer', value } : undefined
}

function doubleOf(scaled: bigint, digits: number): TypedValue {
  const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0')
  const split = text.length - digits
  const size = Number(`${text.slice(0, split)}.${text.slice(split)}`)
  return { kind: 'double', value: scaled < 0n ? -size : size }
}
