import { isNameField } from './field-path.ts'
import { FieldsDraft, valueAt } from './fields-draft.ts'
import type { FieldMask, Fields } from './value.ts'

/**
 * The fields that a mask names, in their nested shape; those that are missing stay missing, and `__name__` is none.
 * Without a mask, or with an empty one, all fields: that is what no selection means on the wire.
 */
export function projectFields(fields: Fields, mask: FieldMask | undefined): Fields {
  if (mask === undefined || mask.length === 0) return fields
  const draft = new FieldsDraft(new Map())
  // Shorter paths first: what is within one is there already when it is set again.
  for (const path of mask.toSorted((a, b) => a.length - b.length)) {
    const value = isNameField(path) ? undefined : valueAt(fields, path)
    if (value !== undefined) draft.set(path, value)
  }
  return draft.fields
}
