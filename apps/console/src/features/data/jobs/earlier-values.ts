import { encodeValue } from '../../../documents/values/wire-value.ts'
import type { EarlierValue } from './field-setting.ts'

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
