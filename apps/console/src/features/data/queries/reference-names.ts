import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { batchGet } from './batch-get.ts'

/** What people call a document by, the most telling first. */
const namingFields = ['name', 'title', 'displayName', 'fullName', 'label', 'subject', 'number', 'username', 'email']
/** What of them is the name of somebody. */
const personFields: ReadonlySet<string> = new Set(['name', 'displayName', 'fullName', 'username'])

export interface ReferenceName {
  readonly text: string
  readonly isPerson: boolean
}

const batchMax = 200
/** More names are not kept; the oldest goes first. */
const namesMax = 5_000
/** Rows that come together are asked about together. */
const gatherMs = 30

/** What the documents that a table refers to are called, asked for in batches as they come on the screen. */
export class ReferenceNames {
  readonly #database: ProjectDatabase
  /** undefined for one that has no name, or isn't known yet. */
  readonly #names = new Map<string, ReferenceName | undefined>()
  readonly #listeners = new Set<() => void>()
  #wanted = new Set<string>()
  #isAsking = false

  constructor(database: ProjectDatabase) {
    this.#database = database
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  nameOf(path: string): ReferenceName | undefined {
    return this.#names.get(path)
  }

  /** Asks for the name of a document, where that was not done before. */
  want(path: string): void {
    if (this.#names.has(path)) return
    this.#names.set(path, undefined)
    this.#wanted.add(path)
    this.#askSoon()
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= namesMax) break
      this.#names.delete(oldest)
    }
  }

  #askSoon(): void {
    if (this.#isAsking) return
    this.#isAsking = true
    setTimeout(() => void this.#ask(), gatherMs)
  }

  async #ask(): Promise<void> {
    this.#isAsking = false
    const paths = [...this.#wanted].slice(0, batchMax)
    for (const path of paths) this.#wanted.delete(path)
    if (this.#wanted.size > 0) this.#askSoon()
    // Without an answer the ids stand for themselves.
    const found = await batchGet(this.#database, paths, namingFields).catch(() => [])
    for (const { path, fields } of found) {
      const name = nameIn(decodeFields(fields, this.#database.root))
      if (name !== undefined) this.#names.set(path, name)
    }
    if (found.length > 0) for (const listener of this.#listeners) listener()
  }
}

function nameIn(fields: ReturnType<typeof decodeFields>): ReferenceName | undefined {
  for (const field of namingFields) {
    const value = fields.get(field)
    const text = value?.kind === 'string' ? value.value.trim() : value?.kind === 'integer' ? String(value.value) : ''
    if (text !== '') return { text: text.slice(0, 120), isPerson: personFields.has(field) && value?.kind === 'string' }
  }
  return undefined
}
