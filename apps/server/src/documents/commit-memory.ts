import { decodedBytes, type Document } from '@hearth/model'
import { type HeldMemory, HeldShare } from './held-memory.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** So much is not worth counting: most commits are small. */
const UNCOUNTED_BYTES = 32 * KIB
/** Decoded fields that a commit keeps from one of its steps to the next; of what is beyond, each step decodes its own. */
const KEPT_BYTES_MAX = 32 * MIB
/** Decoded fields of documents that a commit changes in turns. */
const DRAFTS_BYTES_MAX = 64 * MIB

/** What a commit reads and decodes. Texts are held until its end, decoded fields as long as there is room for them. */
export class CommitMemory implements HeldMemory {
  readonly #share: HeldShare
  readonly #kept = new Set<Document>()
  #bytes = 0
  #keptBytes = 0
  #draftsBytes = 0

  constructor(memory: HeldMemory) {
    this.#share = new HeldShare(memory)
  }

  take(bytes: number): void {
    if (this.#bytes + bytes > UNCOUNTED_BYTES) this.#share.hold(this.#bytes + bytes)
    this.#bytes += bytes
  }

  give(bytes: number): void {
    this.#bytes -= bytes
    if (this.#share.heldBytes > 0) this.#share.hold(this.#bytes)
  }

  /** Whether there is room to change a document; until `endDraft` its fields are decoded. */
  beginDraft(document: Document): boolean {
    const bytes = decodedBytes(document)
    if (this.#draftsBytes > 0 && this.#draftsBytes + bytes > DRAFTS_BYTES_MAX) return false
    this.take(bytes)
    this.#draftsBytes += bytes
    return true
  }

  endDraft(document: Document): void {
    const bytes = decodedBytes(document)
    this.give(bytes)
    this.#draftsBytes -= bytes
  }

  /** Before the fields of a document, as it was and as it is to be, are looked at: others make room. */
  decode(before: Document | undefined, after: Document | undefined): void {
    let bytes = this.#missing(before) + this.#missing(after)
    if (bytes === 0) return
    if (this.#keptBytes + bytes > KEPT_BYTES_MAX && this.#keptBytes > 0) {
      this.#forget()
      bytes = this.#missing(before) + this.#missing(after)
    }
    this.take(bytes)
    this.#keptBytes += bytes
    if (before !== undefined) this.#kept.add(before)
    if (after !== undefined) this.#kept.add(after)
  }

  /** As it was in the beginning. What is decoded stays so for whoever else has it: listeners are told next. */
  clear(): void {
    // To clear an empty set makes it anew.
    if (this.#kept.size > 0) this.#kept.clear()
    this.#keptBytes = 0
    this.#draftsBytes = 0
    this.#share.release()
    this.#bytes = 0
  }

  #forget(): void {
    for (const document of this.#kept) document.forgetFields()
    this.#kept.clear()
    this.give(this.#keptBytes)
    this.#keptBytes = 0
  }

  #missing(document: Document | undefined): number {
    return document === undefined || this.#kept.has(document) ? 0 : decodedBytes(document)
  }
}
