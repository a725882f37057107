import type { Document, Version } from '@hearth/model'
import type { DocumentDelta } from './document-delta.ts'

/** A commit whose batch was handed to the store. */
export interface InFlightCommit {
  /** Not dated yet. */
  readonly deltas: readonly DocumentDelta[]
  /** Resolves with whether the batch became durable. Never rejects. */
  readonly settled: Promise<boolean>
  readonly outcome: CommitOutcome
}

/** What is known of a commit's version; the ticket of its batch. */
export class CommitOutcome {
  #version: Version = Infinity

  /** Above every other until it is settled; 0 when the store has refused it. */
  get version(): Version {
    return this.#version
  }

  get isDurable(): boolean {
    return this.#version > 0 && this.#version < Infinity
  }

  /** To be called once; 0: it was refused. */
  settle(version: Version): void {
    this.#version = version
  }
}

/** A document as a commit left it. */
export interface InFlightDocument {
  readonly commit: InFlightCommit
  /** undefined: that commit deleted it. Its times are nothing to compare or to show until the commit is durable, which dates it. */
  document: Document | undefined
}

/**
 * What the next commits build on before the store has it: so commits to one hot document do not wait for each other's
 * fsync. Only planners look here; reads and listeners see durable documents alone. It holds as many documents as the
 * store's bounded queue of batches.
 */
export class InFlightDocuments {
  readonly #documents = new Map<string, InFlightDocument>()
  readonly #commits = new Set<InFlightCommit>()

  /** In the order in which they were handed over. */
  commits(): InFlightCommit[] {
    return [...this.#commits]
  }

  find(key: string): InFlightDocument | undefined {
    return this.#documents.get(key)
  }

  enter(commit: InFlightCommit): void {
    this.#commits.add(commit)
  }

  put(key: string, document: InFlightDocument): void {
    this.#documents.set(key, document)
  }

  /** Called when the batch has settled; a later commit's document of the same name stays. */
  remove(key: string, document: InFlightDocument): void {
    if (this.#documents.get(key) === document) this.#documents.delete(key)
  }

  leave(commit: InFlightCommit): void {
    this.#commits.delete(commit)
  }

  /** Resolves when all that are on their way now are settled: whoever reads then sees what they have written. */
  async settledSoFar(): Promise<void> {
    await Promise.all(this.commits().map(({ settled }) => settled))
  }
}
