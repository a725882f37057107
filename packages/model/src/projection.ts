import { isNameField } from './field-path.ts'
import { innerFields } from './fields-draft.ts'
import type { FieldMask, Fields, Value } from './value.ts'

/** The paths of a mask by their segments. */
interface Selection {
  /** The whole field is selected. */
  isWhole: boolean
  readonly inner: Map<string, Selection>
}

/** A mask is asked for each document of a result. */
const selections = new WeakMap<FieldMask, Selection>()

/**
 * The fields that a mask names, in their nested shape; those that are missing stay missing, and `__name__` is none.
 * Without a mask, or with an empty one, all fields: that is what no selection means on the wire.
 */
export function projectFields(fields: Fields, mask: FieldMask | undefined): Fields {
  if (mask === undefined || mask.length === 0) return fields
  let selection = selections.get(mask)
  if (selection === undefined) {
    selection = selectionOf(mask)
    selections.set(mask, selection)
  }
  return selected(fields, selection)
}

function selectionOf(mask: FieldMask): Selection {
  const all: Selection = { isWhole: false, inner: new Map() }
  for (const path of mask) {
    if (isNameField(path)) continue
    let at = all
    for (const name of path) {
      let next = at.inner.get(name)
      if (next === undefined) {
        next = { isWhole: false, inner: new Map() }
        at.inner.set(name, next)
      }
      at = next
    }
    at.isWhole = true
  }
  return all
}

/** Goes through the shorter of the two, so that neither a long mask nor a large document costs more than the other. */
function selected(fields: Fields, { inner }: Selection): Fields {
  const found = new Map<string, Value>()
  const names = inner.size < fields.size ? inner.keys() : fields.keys()
  for (const name of names) {
    const selection = inner.get(name)
    const value = fields.get(name)
    if (selection === undefined || value === undefined) continue
    const part = selection.isWhole ? value : partOf(value, selection)
    if (part !== undefined) found.set(name, part)
  }
  return found
}

function partOf(value: Value, selection: Selection): Value | undefined {
  const within = innerFields(value)
  const fields = within && selected(within, selection)
  return fields === undefined || fields.size === 0 ? undefined : { kind: 'map', fields }
}
