import type { Document } from '@hearth/model'

/** A document as a commit left it whose batch was handed to the store and is not durable yet. */
export interface InFlightDocument {
  /** undefined: that commit deleted it. */
  readonly document: Document | undefined
  /** Resolves with whether the batch became durable. Never rejects. */
  readonly settled: Promise<boolean>
}

/**
 * What the next commits build on before the store has it: so commits to one hot document do not wait for each other's
 * fsync. Only planners look here; reads and listeners see durable documents alone. It holds as many documents as the
 * store's bounded queue of batches.
 */
export class InFlightDocuments {
  readonly #documents = new Map<string, InFlightDocument>()

  find(key: string): InFlightDocument | undefined {
    return this.#documents.get(key)
  }

  put(key: string, document: InFlightDocument): void {
    this.#documents.set(key, document)
  }

  /** Called when the batch has settled; a later commit's document of the same name stays. */
  remove(key: string, document: InFlightDocument): void {
    if (this.#documents.get(key) === document) this.#documents.delete(key)
  }
}
