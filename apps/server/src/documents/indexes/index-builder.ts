import { StatusError } from '@hearth/model'
import type { Log } from '../../lib/ambient.ts'
import type { ProjectContext } from '../project-context.ts'
import { buildIndex, clearIndex } from './build-index.ts'
import type { KeptIndex } from './composite-index-record.ts'
import type { GroupOverrides } from './field-overrides.ts'
import type { AdvisedIndex } from './index-advisor.ts'
import { rebuildFields } from './rebuild-fields.ts'

/** Builds the indexes of one project in the background, one after the other. */
export class IndexBuilder {
  readonly #log: Log
  readonly #building = new Map<string, Promise<void>>()
  #last: Promise<void> = Promise.resolve()

  constructor(log: Log) {
    this.#log = log
  }

  /** Takes up an index that queries missed. Nobody waits for it. */
  create(context: ProjectContext, advised: AdvisedIndex): void {
    this.#takeUp(context, advised).catch((err: unknown) => {
      // Two queries may have missed it at the same time.
      if (err instanceof StatusError && err.code === 'already-exists') return
      this.#log.warn({ err, project: context.project }, 'an index that queries miss could not be taken up')
    })
  }

  async #takeUp(context: ProjectContext, { definition, instead }: AdvisedIndex): Promise<void> {
    if (instead !== undefined) await context.indexes.setState(instead.id, 'removing')
    this.build(context, await context.indexes.add(definition, 'automatic'))
  }

  build(context: ProjectContext, index: KeptIndex): void {
    this.#enqueue(context, `index ${index.id}`, () => buildIndex(context, index))
  }

  /** Brings the keys of single fields in line with the overrides of their collection group. */
  rebuild(context: ProjectContext, group: GroupOverrides): void {
    const { database, collectionGroup, sinceMs } = group
    const key = `fields ${database}/${collectionGroup} ${sinceMs}`
    this.#enqueue(context, key, () => rebuildFields(context, group))
  }

  #enqueue(context: ProjectContext, key: string, work: () => Promise<void>): void {
    if (this.#building.has(key)) return
    const built = this.#last
      .then(work)
      .catch((err: unknown) => {
        this.#log.warn({ err, project: context.project, index: key }, 'an index could not be built; it is tried again')
      })
      .finally(() => this.#building.delete(key))
    this.#building.set(key, built)
    this.#last = built
  }

  /** Finishes what was interrupted, clears away what was removed. Answers whether nothing is left to do. */
  async keepUp(context: ProjectContext): Promise<boolean> {
    let isIdle = true
    for (const index of context.indexes.list()) {
      if (index.state === 'building') {
        isIdle = false
        this.build(context, index)
      } else if (index.state !== 'ready' && !(await clearIndex(context, index))) {
        isIdle = false
      }
    }
    for (const group of context.fieldOverrides.list()) {
      if (group.state !== 'building') continue
      isIdle = false
      this.rebuild(context, group)
    }
    await this.#last
    return isIdle
  }
}
