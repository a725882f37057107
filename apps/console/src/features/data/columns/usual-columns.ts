import type { ValueType } from '../../../documents/values/typed-value.ts'
import type { SeenField, SeenFields } from '../filters/seen-fields.ts'
import type { TableLayout } from './table-layouts.ts'

/** By what people tell one document from another, the most telling first. */
const nameLike = ['name', 'title', 'displayname', 'fullname', 'label', 'subject', 'number', 'username', 'email', 'slug']
/** What becomes of it, or which kind it is. */
const stateLike = ['status', 'state', 'stage', 'type', 'kind', 'category', 'role', 'tier', 'plan']
/** Fewer of the documents than this have a field that stands behind all others. */
const mostlyEmpty = 1 / 3

const ranks: Readonly<Partial<Record<ValueType, number>>> = {
  reference: 0,
  integer: 1,
  double: 1,
  boolean: 2,
  string: 3,
  timestamp: 4,
  geopoint: 5,
  array: 6,
  map: 7,
  null: 8,
  bytes: 9,
  vector: 9,
}

/**
 * The columns of a table that nobody has arranged: what names a document first, then its state, then simple values, and last what most
 * documents don't have. Fields that the query asks by are among them, also those inside of maps.
 */
export function usualColumns(seen: SeenFields, query: readonly string[] = []): readonly string[] {
  const fields = [...seen].filter(([, { path }]) => path.length === 1)
  const most = Math.max(1, ...fields.map(([, { count }]) => count))
  const usual = fields
    .map(([key, field]) => ({ key, weight: weightOf(field, field.count / most) }))
    .toSorted((one, other) => one.weight - other.weight)
    .map(({ key }) => key)
  const shown = new Set(usual)
  return [...new Set(query)].filter((field) => !shown.has(field)).concat(usual)
}

function weightOf({ path, type }: SeenField, share: number): number {
  const name = (path[0] ?? '').toLowerCase().replaceAll(/[_-]/g, '')
  const asName = nameLike.indexOf(name)
  const asState = stateLike.indexOf(name)
  const rank =
    asName !== -1
      ? asName
      : asState !== -1
        ? nameLike.length + asState
        : nameLike.length + stateLike.length + (ranks[type] ?? 0)
  return share < mostlyEmpty ? rank + 100 : rank
}

/** The columns as somebody arranged them, with those that came since behind: pinned ones first, hidden ones left out. */
export function arrangedColumns(
  usual: readonly string[],
  { order = [], hidden = [], pinned = [] }: TableLayout,
): readonly string[] {
  const shown = [...new Set([...order, ...usual])].filter((field) => !hidden.includes(field))
  return [...shown.filter((field) => pinned.includes(field)), ...shown.filter((field) => !pinned.includes(field))]
}

/** The columns with one of them put in the place of another. */
export function withMoved(columns: readonly string[], field: string, place: number): readonly string[] {
  const others = columns.filter((one) => one !== field)
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, field)
}
