import { StatusError } from '@hearth/model'

/**
 * Tags that one message may have, those of the messages in it included: a number of a vector takes two and eleven bytes, an
 * entry of a map four. What has more in the 10 MiB of a request is made of next to nothing.
 */
const TAGS_MAX = 3 * 1024 * 1024
/** Of these, what is not part of a value: 20,000 writes, as many as a commit may have, with 20 fields in the mask of each. */
const FIELDS_MAX = 512 * 1024
/** What the values take that one tag stands for: a number in an array 32 to 68 bytes for its two, an entry of a map some 100 for four. */
const BYTES_PER_TAG = 16

/** Counts what is read of one message, so that a small one can't say without end. */
export class ReadMeter {
  #tags = 0
  #fields = 0

  /** What the values that were read take besides their texts. */
  get valueBytes(): number {
    return this.#tags * BYTES_PER_TAG
  }

  /** Throws `resource-exhausted`/`MESSAGE_TOO_DETAILED`. */
  countTag(): void {
    if (++this.#tags > TAGS_MAX) throw tooDetailed()
  }

  /** Throws `resource-exhausted`/`MESSAGE_TOO_DETAILED`. */
  countField(): void {
    if (++this.#fields > FIELDS_MAX) throw tooDetailed()
  }
}

function tooDetailed(): StatusError {
  const message = `A message may have at most ${FIELDS_MAX} fields, and ${TAGS_MAX} with those of its values. Divide it.`
  return new StatusError('resource-exhausted', 'MESSAGE_TOO_DETAILED', message)
}
