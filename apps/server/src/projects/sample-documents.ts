import { StatusError, type Mutation } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Clock } from '../lib/ambient.ts'
import type { Documents } from '../documents/documents.ts'
import { type SampleDocument, sampleDocuments, sampleMutations } from './sample-data.ts'
import type { Projects } from './projects.ts'

const SPACE = 'sample-data'
const KEY = 'documents'

export interface SampleDocumentsOptions {
  readonly projects: Projects
  readonly documents: Pick<Documents, 'commit'>
  readonly clock: Clock
}

/**
 * Puts the sample documents into a project and takes exactly them out again. Their paths are kept in the record
 * `sample-data`/`documents` of the project, written before the documents, so that no sample is left without its list.
 */
export class SampleDocuments {
  readonly #options: SampleDocumentsOptions
  readonly #adding = new Set<string>()

  constructor(options: SampleDocumentsOptions) {
    this.#options = options
  }

  /** May be asked again after a start that was killed half-way: what is there stays. */
  async fill(project: string): Promise<void> {
    const samples = sampleDocuments(project, this.#options.clock.nowMs())
    await this.#note(project, samples)
    try {
      await this.#write(project, samples)
    } catch (error) {
      if (!isThere(error)) throw error
    }
  }

  /**
   * Into a project without a document, in no database of it. Returns how many documents it put in. Throws
   * `failed-precondition`/`PROJECT_NOT_EMPTY`.
   */
  async add(project: string): Promise<number> {
    const store = await this.#options.projects.store(project)
    // The list of the sample says what a removal takes away: it must never name what somebody else wrote meanwhile.
    if (this.#adding.has(project) || (await store.documentCount()) > 0) throw notEmpty()
    this.#adding.add(project)
    try {
      const samples = sampleDocuments(project, this.#options.clock.nowMs())
      await this.#note(project, samples)
      try {
        await this.#write(project, samples)
      } catch (error) {
        await store.commit({ records: [{ space: SPACE, key: KEY, value: undefined }] })
        throw isThere(error) ? notEmpty() : error
      }
      return samples.length
    } finally {
      this.#adding.delete(project)
    }
  }

  async isThere(project: string): Promise<boolean> {
    const store = await this.#options.projects.store(project)
    return (await store.getRecord(SPACE, KEY)) !== undefined
  }

  /** Returns how many documents there were to remove. Throws `not-found`/`NO_SAMPLE_DATA`. */
  async remove(project: string): Promise<number> {
    const store = await this.#options.projects.store(project)
    const record = await store.getRecord(SPACE, KEY)
    if (record === undefined) {
      throw new StatusError('not-found', 'NO_SAMPLE_DATA', 'This project has no sample data.')
    }
    const { paths } = JSON.parse(record.value) as { paths: string[] }
    const deletions = paths.map((path): Mutation => ({ kind: 'delete', path, precondition: { kind: 'none' } }))
    await this.#options.documents.commit(serverOf(project), { project, database: '(default)' }, deletions)
    await store.commit({ records: [{ space: SPACE, key: KEY, value: undefined }] })
    return paths.length
  }

  async #note(project: string, samples: readonly SampleDocument[]): Promise<void> {
    const store = await this.#options.projects.store(project)
    const value = JSON.stringify({ paths: samples.map(({ path }) => path) })
    await store.commit({ records: [{ space: SPACE, key: KEY, value }] })
  }

  async #write(project: string, samples: readonly SampleDocument[]): Promise<void> {
    const at = { project, database: '(default)' }
    await this.#options.documents.commit(serverOf(project), at, sampleMutations(samples))
  }
}

function isThere(error: unknown): boolean {
  return error instanceof StatusError && error.code === 'already-exists'
}

function notEmpty(): StatusError {
  const text = 'Sample data goes only into a project without documents.'
  return new StatusError('failed-precondition', 'PROJECT_NOT_EMPTY', text)
}

function serverOf(project: string): Caller {
  return { kind: 'admin', project }
}
