import type { DocumentKey, StoredDocument } from '../persistence.ts'

/**
 * Documents read lately, as the file has them: a document that is read again costs no statement.
 *
 * A document is left out from the moment a batch that writes it is handed to the writer until the batch has settled. So
 * what is found here never is older than what the file shows of the same batch, and reading it first or second makes no
 * difference. Bounded by the length of the texts in two generations: what was not asked for while the younger filled up goes.
 */
export class HotDocuments {
  readonly #generationLengthMax: number
  #young = new Map<string, StoredDocument>()
  #old = new Map<string, StoredDocument>()
  #youngLength = 0
  /** How many batches under way write a document. */
  readonly #beingWritten = new Map<string, number>()

  /** `lengthMax`: characters of all texts together. */
  constructor(lengthMax: number) {
    this.#generationLengthMax = lengthMax / 2
  }

  find(key: DocumentKey): StoredDocument | undefined {
    const name = nameOf(key)
    const young = this.#young.get(name)
    if (young !== undefined) return young
    const old = this.#old.get(name)
    if (old === undefined) return undefined
    this.#old.delete(name)
    this.#add(name, old)
    return old
  }

  /** Keeps a document that was just read from the file. */
  keep(document: StoredDocument): void {
    const name = nameOf(document)
    if (!this.#beingWritten.has(name)) this.#add(name, document)
  }

  beginWrite(documents: readonly DocumentKey[]): void {
    for (const document of documents) {
      const name = nameOf(document)
      this.#drop(name)
      this.#beingWritten.set(name, (this.#beingWritten.get(name) ?? 0) + 1)
    }
  }

  endWrite(documents: readonly DocumentKey[]): void {
    for (const document of documents) {
      const name = nameOf(document)
      const writes = this.#beingWritten.get(name) ?? 1
      if (writes === 1) this.#beingWritten.delete(name)
      else this.#beingWritten.set(name, writes - 1)
    }
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
    this.#youngLength = 0
  }

  #add(name: string, document: StoredDocument): void {
    const length = name.length + document.json.length
    if (length > this.#generationLengthMax) return
    if (this.#youngLength + length > this.#generationLengthMax) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngLength = 0
    }
    this.#young.set(name, document)
    this.#youngLength += length
  }

  #drop(name: string): void {
    const young = this.#young.get(name)
    if (young === undefined) {
      this.#old.delete(name)
      return
    }
    this.#young.delete(name)
    this.#youngLength -= name.length + young.json.length
  }
}

function nameOf({ database, path }: DocumentKey): string {
  // No path begins with a slash, so the names of the databases stay apart.
  return database === '(default)' ? path : `/${database}/${path}`
}
