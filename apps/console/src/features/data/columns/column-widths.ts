import * as z from 'zod/mini'
import { keep, keptKey, readKept } from '../../../browser/kept-storage.ts'

/** A column whose width somebody may choose: the collections, and the documents as a list or as a table. */
export type SizedColumn = 'collections' | 'documents' | 'table'

/** Widths in pixels; a column without one takes its usual share. */
export type ColumnWidths = Readonly<Partial<Record<SizedColumn, number>>>

/** In pixels. */
export const leastWidths: Readonly<Record<SizedColumn, number>> = { collections: 128, documents: 176, table: 240 }
/** What stays for the columns behind, in pixels. */
export const restMin = 256

const kept = z.object({
  collections: z.optional(z.number()),
  documents: z.optional(z.number()),
  table: z.optional(z.number()),
})
const key = keptKey('data-columns')

/**
 * A width that leaves every column enough.
 *
 * @param room the width of the column and of all behind it
 */
export function fitted(column: SizedColumn, width: number, room: number): number {
  const least = leastWidths[column]
  return Math.round(Math.max(least, Math.min(width, room - restMin)))
}

/** The widths this browser was left with. */
export function readWidths(): ColumnWidths {
  try {
    const { data = {} } = kept.safeParse(JSON.parse(readKept(key) ?? '{}'))
    return Object.fromEntries(Object.entries(data).filter(([, width]) => Number.isFinite(width)))
  } catch {
    // What was kept is no JSON.
    return {}
  }
}

export function keepWidths(widths: ColumnWidths): void {
  keep(key, Object.keys(widths).length === 0 ? undefined : JSON.stringify(widths))
}

/** As custom properties, which the template of the columns refers to. */
export function widthProperties(widths: ColumnWidths): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(widths).map(([column, width]) => [propertyOf(column), `${width}px`]))
}

export function propertyOf(column: string): string {
  return `--width-${column}`
}
