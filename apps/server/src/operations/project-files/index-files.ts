import { dirname, join } from 'node:path'
import type { Log } from '../../lib/ambient.ts'
import { parseCommentedJson } from '../../lib/outside-json.ts'
import type { IndexDeclarations } from '../../documents/indexes/declare-indexes.ts'
import { decodeIndexFile, indexFile } from '../../protocols/firestore-codec/index-declaration.ts'
import { type OnBroken, readFirebaseJson, readTextFile } from './firebase-json.ts'
import { watchFolders } from './watch-folders.ts'

/** What is declared for each database, whatever its project. */
type Declared = ReadonlyMap<string, IndexDeclarations>

/** Hands over what changed since the files were read last. */
export type OnDeclared = (declared: Declared) => Promise<void>

/**
 * The index declarations a developer keeps beside their code: `firebase.json` names the files, else `firestore.indexes.json`. They hold
 * for every project and are read again when they are saved. A file that is not there declares nothing; a broken one is
 * reported, and what was declared before it stays.
 */
export class IndexFiles implements Disposable {
  readonly #folder: string
  readonly #log: Log
  readonly #contents = new Map<string, string>()
  readonly #declared = new Map<string, IndexDeclarations>()
  #watching: Disposable | undefined
  #onDeclared: OnDeclared | undefined

  private constructor({ folder, log }: { folder: string; log: Log }) {
    this.#folder = folder
    this.#log = log
  }

  /** Reads what is there now. */
  static async open(options: { folder: string; log: Log }): Promise<IndexFiles> {
    const files = new IndexFiles(options)
    const sources = await files.#read()
    const folders = new Set([options.folder, ...sources.map(({ path }) => dirname(path))])
    files.#watching = watchFolders(folders, {
      onChange: () => void files.#readAgain(),
      onLost: (err, folder) => options.log.warn({ err, folder }, 'indexes are not read again when they are saved'),
    })
    return files
  }

  get declared(): Declared {
    return this.#declared
  }

  /** Who is told of what is read from now on. */
  onDeclared(tell: OnDeclared): void {
    this.#onDeclared = tell
  }

  [Symbol.dispose](): void {
    this.#watching?.[Symbol.dispose]()
  }

  async #readAgain(): Promise<void> {
    const before = new Map(this.#declared)
    await this.#read()
    const changed = [...this.#declared].filter(([database, declared]) => before.get(database) !== declared)
    if (changed.length === 0) return
    try {
      await this.#onDeclared?.(new Map(changed))
    } catch (err) {
      this.#log.error({ err }, 'indexes could not be taken up')
    }
  }

  async #read(): Promise<readonly IndexSource[]> {
    let isBroken = false
    // The files of rules beside them say what is wrong with it.
    const sources = await readIndexSources(this.#folder, () => (isBroken = true))
    if (isBroken && this.#contents.size > 0) return sources
    for (const source of sources) this.#use(source)
    return sources
  }

  #use({ database, path, content }: IndexSource): void {
    if (content === undefined || this.#contents.get(path) === content) return
    this.#contents.set(path, content)
    try {
      const { declared, skipped } = decodeIndexFile(database, indexFile.parse(parseCommentedJson(content)))
      this.#declared.set(database, declared)
      this.#log.info({ path, skipped }, 'these indexes are declared')
    } catch (err) {
      this.#log.error({ err, path }, 'these indexes have errors')
    }
  }
}

interface IndexSource {
  readonly database: string
  readonly path: string
  /** Undefined where there is no such file. */
  readonly content: string | undefined
}

/** The files of index declarations of a folder: `firebase.json` names them, else it is `firestore.indexes.json`. */
export async function readIndexSources(folder: string, onBroken: OnBroken): Promise<readonly IndexSource[]> {
  const { firestore } = await readFirebaseJson(folder, onBroken)
  return await Promise.all(
    firestore.map(async ({ database = '(default)', indexes = 'firestore.indexes.json' }) => {
      const path = join(folder, indexes)
      return { database, path, content: await readTextFile(path) }
    }),
  )
}
