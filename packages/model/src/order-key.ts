import type { Document } from './document.ts'
import { type FieldPath, isNameField } from './field-path.ts'
import { innerFields, valueAt } from './fields-draft.ts'
import { OrderedBytesWriter } from './ordered-bytes.ts'
import type { Order } from './query.ts'
import type { Value } from './value.ts'

/** The buffer of a longer key is not kept for the next. */
const KEPT_LENGTH = 64 * 1024

const MISSING: Value = { kind: 'null' }

let writer = new OrderedBytesWriter()

/** What the order of a query still has to compare at a field. */
interface Part extends Order {
  /** Below the field: what an earlier order has compared, and ties. */
  readonly known: readonly FieldPath[]
}

/**
 * The place of documents in the order of a query, as bytes: their unsigned order is that of `compareDocuments`. None is cut, so a key may be
 * as long as the values that the query orders by; what is below several fields of the order is in it once. The fields of a document are decoded for it.
 */
export function orderKeys(orders: readonly Order[]): (document: Document) => Uint8Array {
  const parts = partsOf(orders)
  return (document) => {
    writer.length = 0
    for (const { field, direction, known } of parts) {
      const start = writer.length
      if (isNameField(field)) writer.path(document.path)
      else writer.value(withoutKnown(valueAt(document.fields, field) ?? MISSING, known))
      if (direction === 'descending') writer.flip(start)
    }
    const key = writer.take()
    if (key.length > KEPT_LENGTH) writer = new OrderedBytesWriter()
    return key
  }
}

/** Where values tie, so does what is below them: an order by that decides nothing. */
function partsOf(orders: readonly Order[]): Part[] {
  const parts: Part[] = []
  for (const order of orders) {
    const { field } = order
    if (parts.some((earlier) => isWithin(field, earlier.field))) continue
    const below = parts.map((earlier) => earlier.field).filter((path) => isWithin(path, field))
    const highest = below.filter((path) => !below.some((other) => other !== path && isWithin(path, other)))
    parts.push({ ...order, known: highest.map((path) => path.slice(field.length)) })
  }
  return parts
}

/** Whether a path is another one or leads on from it. */
function isWithin(path: FieldPath, other: FieldPath): boolean {
  return path.length >= other.length && other.every((name, i) => path[i] === name)
}

/** A value in which null stands for each of what is known, where it is there. */
function withoutKnown(value: Value, known: readonly FieldPath[]): Value {
  const members = known.length === 0 ? undefined : innerFields(value)
  if (members === undefined) return value
  const fields = new Map(members)
  for (const [name, paths] of Map.groupBy(known, ([first = '']) => first)) {
    const member = fields.get(name)
    if (member === undefined) continue
    const isKnown = paths.some(({ length }) => length === 1)
    fields.set(
      name,
      isKnown
        ? MISSING
        : withoutKnown(
            member,
            paths.map((path) => path.slice(1)),
          ),
    )
  }
  return { kind: 'map', fields }
}
