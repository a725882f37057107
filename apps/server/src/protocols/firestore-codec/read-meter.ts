import { StatusError } from '@hearth/model'

/**
 * Tags that one message may have, those of the messages in it included: a number of a vector takes two and eleven bytes, an
 * entry of a map four. What has more in the 10 MiB of a request is made of next to nothing.
 */
const TAGS_MAX = 3 * 1024 * 1024
/** Of these, what is not part of a value: 20,000 writes, as many as a commit may have, with 20 fields in the mask of each. */
const FIELDS_MAX = 512 * 1024
/**
 * What stands in a message by itself, such as one write, is read in one turn. It may have the 100,000 values of a document and half as many
 * in its transforms, four or six tags for each, and the paths of a mask.
 */
const part = { values: 150_000, tags: 768 * 1024, fields: 128 * 1024 }
/** What the values take that one tag stands for: a number in an array 32 to 68 bytes for its two, an entry of a map some 100 for four. */
const BYTES_PER_TAG = 16

/** Counts what is read of one message, so that a small one can't say without end. */
export class ReadMeter {
  /** Of the whole message. */
  readonly #tagsOfAll: number
  #tags = 0
  #tagsMax: number
  #fields = 0
  #fieldsMax = FIELDS_MAX
  #values = 0
  #valuesMax = part.values

  constructor(tagsMax = TAGS_MAX) {
    this.#tagsOfAll = tagsMax
    this.#tagsMax = tagsMax
  }

  /** What the values that were read take besides their texts. */
  get valueBytes(): number {
    return this.#tags * BYTES_PER_TAG
  }

  /** What comes now stands by itself. */
  beginPart(): void {
    this.#tagsMax = Math.min(this.#tags + part.tags, this.#tagsOfAll)
    this.#fieldsMax = Math.min(this.#fields + part.fields, FIELDS_MAX)
    this.#valuesMax = this.#values + part.values
  }

  /** Throws `resource-exhausted`/`MESSAGE_TOO_DETAILED`. */
  countTag(): void {
    if (++this.#tags > this.#tagsMax) throw tooDetailed(this.#tagsOfAll)
  }

  /** Throws `resource-exhausted`/`MESSAGE_TOO_DETAILED`. */
  countField(): void {
    if (++this.#fields > this.#fieldsMax) throw tooDetailed(this.#tagsOfAll)
  }

  /** Throws `resource-exhausted`/`MESSAGE_TOO_DETAILED`. */
  countValue(): void {
    if (++this.#values > this.#valuesMax) throw tooDetailed(this.#tagsOfAll)
  }
}

function tooDetailed(tagsMax: number): StatusError {
  const message =
    `A message may have at most ${FIELDS_MAX} fields, and ${tagsMax} with those of its values; ` +
    `each write of it ${part.fields}, ${part.tags} and ${part.values} values. Divide it.`
  return new StatusError('resource-exhausted', 'MESSAGE_TOO_DETAILED', message)
}
