import { isWorkedOut } from '../../../documents/values/is-worked-out.ts'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { valueAt } from '../draft/changes.ts'
import { encodeValue } from '../../../documents/values/wire-value.ts'

/** One field and the value that it gets in many documents. */
export interface FieldSetting {
  /** At least one name. */
  readonly field: readonly string[]
  /** undefined takes the field away. */
  readonly value: TypedValue | undefined
}

/** Where a document was changed, and what was there. */
export interface EarlierValue {
  /** The document's. */
  readonly path: string
  /** How many names of the field lead there: maps on the way that weren't there came about with it. */
  readonly depth: number
  readonly was: TypedValue | undefined
  /** Since when the document has the new value; RFC 3339. */
  readonly updateTime: string | undefined
}

/** The highest place that a change makes anew in a document, with what is there before. */
export function placeOfChange(fields: TypedFields, { field }: FieldSetting): Pick<EarlierValue, 'depth' | 'was'> {
  for (let depth = 1; depth < field.length; depth += 1) {
    const was = valueAt(fields, field.slice(0, depth))
    if (was?.kind !== 'map') return { depth, was }
  }
  return { depth: field.length, was: valueAt(fields, field) }
}

/** What the change writes at such a place; `isKnown` is false where the server works it out. */
export function writtenAt(
  { field, value }: FieldSetting,
  depth: number,
): { readonly isKnown: boolean; readonly written: TypedValue | undefined } {
  if (value === undefined || isWorkedOut(value)) return { isKnown: value === undefined, written: undefined }
  const inner = field.slice(depth).toReversed()
  const written = inner.reduce<TypedValue>((held, name) => ({ kind: 'map', fields: new Map([[name, held]]) }), value)
  return { isKnown: true, written }
}

/** Of so many documents what a field held is kept, so that the change can be undone. */
export const earlierDocumentsMax = 10_000
const earlierCharactersMax = 4 * 1024 * 1024
/** What one takes beside its texts. */
const charactersOfOne = 64

/** What a field held in each document before a job changed it; all of it, or nothing once it is too much. */
export class EarlierValues {
  #values: EarlierValue[] = []
  #characters = 0
  #isTooMuch = false

  get isTooMuch(): boolean {
    return this.#isTooMuch
  }

  get list(): readonly EarlierValue[] {
    return this.#values
  }

  add(value: EarlierValue): void {
    if (this.#isTooMuch) return
    const text = value.was === undefined ? '' : JSON.stringify(encodeValue(value.was, ''))
    this.#characters += text.length + value.path.length + charactersOfOne
    this.#values.push(value)
    if (this.#values.length > earlierDocumentsMax || this.#characters > earlierCharactersMax) this.giveUp()
  }

  /** Keeps nothing from now on. */
  giveUp(): void {
    this.#isTooMuch = true
    this.#values = []
  }
}
