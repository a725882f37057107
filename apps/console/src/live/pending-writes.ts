import type { FirebaseApp } from 'firebase/app'
import { defaultDatabase } from '../databases/default-database.ts'
import { isKeptForUs } from '../firebase/kept-owner.ts'
import { keep, keepJson, keptKeys, pendingPrefix } from '../firebase/kept-storage.ts'
import { isWithoutDatabases } from '../firebase/without-databases.ts'
import { leavingQuestion } from './leaving-question.ts'

/** What a write that waits does, so that it can be told, and saved as a file, if the server never gets it. */
export interface WrittenDown {
  readonly operation: 'create' | 'update' | 'delete'
  /** Of the document. */
  readonly path: string
  /** What was written, as the console's JSON. */
  readonly content?: string
  /** Fields that it takes away. */
  readonly removes?: readonly string[]
}

/**
 * The writes of this browser that the server has not got yet, an entry each, so that tabs don't overwrite each other's. Where the browser
 * keeps no documents a page takes its writes with it: they are of this page alone then, and closing it is asked about.
 */
export class PendingWrites {
  /** Those that this page began. */
  readonly #own = new Set<string>()
  readonly #listeners = new Set<() => void>()
  readonly #askBeforeLeaving = leavingQuestion()

  /**
   * Returns the key of the entry.
   *
   * @param id of the write, where something else is kept of it
   */
  begin(app: FirebaseApp, database: string, what: WrittenDown | undefined, id: string = crypto.randomUUID()): string {
    const key = this.keyOf(app, database, id)
    this.#own.add(key)
    if (areKept()) {
      // The count is worth more than the words, for which there may be no room.
      keep(key, '')
      if (what !== undefined) keepJson(key, what)
    }
    this.#tell()
    return key
  }

  keyOf(app: FirebaseApp, database: string, id: string): string {
    return `${queueOf(app, database)}${id}`
  }

  /** The server has them, or somebody was told that it never will. */
  end(keys: readonly string[]): void {
    for (const key of keys) {
      this.#own.delete(key)
      keep(key, undefined)
    }
    this.#tell()
  }

  /** Whether this page began it, and nobody has ended it since. */
  isOwn(key: string): boolean {
    return this.#own.has(key)
  }

  /** How many of this page's go with it. */
  get unkeptCount(): number {
    return areKept() ? 0 : this.#own.size
  }

  /** How many there are, in whatever tab they were made. */
  getCount = (): number => new Set([...this.#own, ...oursAmong(pendingPrefix)]).size

  /** The writes to a database of an app that other pages began, open or closed. */
  ofOtherPages(app: FirebaseApp, database: string): readonly string[] {
    return oursAmong(queueOf(app, database)).filter((key) => !this.#own.has(key))
  }

  /** The databases of an app to which other pages left something to write. */
  databasesOf(app: FirebaseApp): ReadonlySet<string> {
    const keys = oursAmong(pendingPrefix).filter((key) => !this.#own.has(key))
    return new Set(
      keys.flatMap((key) => {
        const [name, database = defaultDatabase] = key.slice(pendingPrefix.length, key.lastIndexOf('.')).split('/')
        return name === app.name ? [database] : []
      }),
    )
  }

  /** The names of the apps with such writes, in whatever tab they were made. */
  listApps(): readonly string[] {
    const queues = keptKeys(pendingPrefix).map((key) => key.slice(pendingPrefix.length, key.lastIndexOf('.')))
    return [...new Set(queues.map((queue) => queue.split('/')[0] ?? ''))]
  }

  /** The databases that they were made in are closed: nobody tells this page of them any more. */
  disown(): void {
    this.#own.clear()
    this.#tell()
  }

  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener('storage', this.#hear)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener('storage', this.#hear)
    }
  }

  readonly #hear = ({ key, newValue }: StorageEvent): void => {
    if (key !== null && !key.startsWith(pendingPrefix)) return
    // Another tab saw it through, or closed its project.
    if (key !== null && newValue === null) this.#own.delete(key)
    this.#tell()
  }

  #tell(): void {
    this.#askBeforeLeaving(this.unkeptCount > 0)
    for (const listener of this.#listeners) listener()
  }
}

/** One for the browser, as far as this page sees it. */
export const pendingWrites = new PendingWrites()

function areKept(): boolean {
  return globalThis.indexedDB !== undefined && !isWithoutDatabases()
}

/** What another account left is nobody's business here: it is neither counted nor sent nor ended. */
function oursAmong(prefix: string): readonly string[] {
  return isKeptForUs() ? keptKeys(prefix) : []
}

/** What the keys of the writes to a database begin with. */
function queueOf({ name }: FirebaseApp, database: string): string {
  return `${pendingPrefix}${name}${database === defaultDatabase ? '' : `/${database}`}.`
}
