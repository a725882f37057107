import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { DocumentFileHead } from '@hearth/model'

/** A document that the server does not take, and why. */
export interface RefusedDocument {
  readonly path: string
  /** Of the file, from one. */
  readonly line: number
  readonly complaint: string
}

/** How far an import has come. */
export interface Progress {
  readonly head: DocumentFileHead | undefined
  /** Everything before this byte is done. */
  readonly byte: number
  /** The lines that are. */
  readonly number: number
  readonly documents: number
  readonly refused: readonly RefusedDocument[]
}

/** As it is kept. `sha256`: of the part of the file that is done, so that it is gone on with only in the same file. */
interface KeptProgress extends Progress {
  readonly target: string
  readonly sha256: string
}

const beginning: Progress = { head: undefined, byte: 0, number: 0, documents: 0, refused: [] }

/** The progress of an import into one database, next to its file until the import is whole. */
export class ImportProgress {
  readonly #file: string
  readonly #target: string
  readonly #read: Hash

  private constructor(file: string, target: string, read: Hash) {
    this.#file = file
    this.#target = target
    this.#read = read
  }

  /** `isAnother`: an import was begun, but of a file that said something else where this one is. */
  static async open(file: string, target: string) {
    const kept = await readKept(`${file}.import-progress`)
    if (kept?.target === target) {
      const read = await hashOfBeginning(file, kept.byte)
      const isSame = read.copy().digest('hex') === kept.sha256
      if (isSame) return { progress: new ImportProgress(file, target, read), begun: kept, isAnother: false }
    }
    const progress = new ImportProgress(file, target, createHash('sha256'))
    return { progress, begun: beginning, isAnother: kept?.target === target }
  }

  /** Takes note of a line that was read. */
  note(line: Uint8Array): void {
    this.#read.update(line).update('\n')
  }

  /** Keeps that everything noted so far is done. */
  async keep({ head, byte, number, documents, refused }: Progress): Promise<void> {
    const sha256 = this.#read.copy().digest('hex')
    const kept = { target: this.#target, sha256, head, byte, number, documents, refused }
    const name = `${this.#file}.import-progress`
    await writeFile(`${name}.partial`, JSON.stringify(kept), { mode: 0o600 })
    await rename(`${name}.partial`, name)
  }

  async remove(): Promise<void> {
    await rm(`${this.#file}.import-progress`, { force: true })
  }
}

/** Undefined for what is not there, was cut, or was written by a release that did not tell files apart. */
async function readKept(name: string): Promise<KeptProgress | undefined> {
  if (!existsSync(name)) return undefined
  const text = await readFile(name, 'utf8')
  try {
    const kept = JSON.parse(text) as Partial<KeptProgress> | null
    return typeof kept?.sha256 === 'string' ? (kept as KeptProgress) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function hashOfBeginning(file: string, bytes: number): Promise<Hash> {
  const hash = createHash('sha256')
  if (bytes === 0) return hash
  for await (const chunk of createReadStream(file, { end: bytes - 1 }) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash
}
