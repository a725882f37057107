import { StatusError } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { countFiles } from './file-count.ts'

/** Of the quota; beyond it the log says so. */
const WARNING_SHARE = 0.9

interface Account {
  usedBytes: number
  isWarned: boolean
}

/**
 * How many bytes the files of each project hold, and that they stay below the quota. Counted once in the records, from then on with
 * each change: all of them pass through `reserve` before they are committed. Without a quota nothing is counted.
 */
export class StoredBytes {
  readonly #quotaBytes: number | undefined
  readonly #log: Pick<Log, 'warn'>
  /** By store: a project that was restored has another. */
  readonly #accounts = new WeakMap<ProjectStore, Promise<Account>>()

  constructor(options: { quotaBytes: number | undefined; log: Pick<Log, 'warn'> }) {
    this.#quotaBytes = options.quotaBytes
    this.#log = options.log
  }

  /** What may still be stored; undefined for no limit. */
  async roomOf(store: ProjectStore): Promise<number | undefined> {
    if (this.#quotaBytes === undefined) return undefined
    return Math.max(0, this.#quotaBytes - (await this.#accountOf(store)).usedBytes)
  }

  /**
   * Takes `bytes` of the quota, negative to give some back, and answers what undoes that when the change was not committed.
   * Throws `resource-exhausted`/`QUOTA_EXCEEDED`.
   */
  async reserve(project: string, store: ProjectStore, bytes: number): Promise<() => void> {
    if (this.#quotaBytes === undefined) return () => undefined
    const account = await this.#accountOf(store)
    if (bytes > 0 && account.usedBytes + bytes > this.#quotaBytes) throw await this.exceeded(store)
    account.usedBytes += bytes
    this.#warn(project, account, this.#quotaBytes)
    return () => {
      account.usedBytes -= bytes
    }
  }

  /** The error for a file that does not fit, beside the bytes of unfinished uploads. */
  async exceeded(store: ProjectStore, unfinishedBytes = 0): Promise<StatusError> {
    const quotaBytes = this.#quotaBytes ?? 0
    const { usedBytes } = await this.#accountOf(store)
    const beside = unfinishedBytes > 0 ? ` and unfinished uploads ${unfinishedBytes.toLocaleString('en')}` : ''
    return new StatusError(
      'resource-exhausted',
      'QUOTA_EXCEEDED',
      `The files of this project hold ${usedBytes.toLocaleString('en')} of ${quotaBytes.toLocaleString('en')} bytes${beside}; this one does not fit. Who runs the server can raise the limit.`,
      { details: { usedBytes, quotaBytes } },
    )
  }

  #warn(project: string, account: Account, quotaBytes: number): void {
    const isNear = account.usedBytes >= quotaBytes * WARNING_SHARE
    if (isNear && !account.isWarned) {
      const { usedBytes } = account
      this.#log.warn({ project, usedBytes, quotaBytes }, 'the files of a project are near its quota')
    }
    account.isWarned = isNear
  }

  #accountOf(store: ProjectStore): Promise<Account> {
    let account = this.#accounts.get(store)
    if (account === undefined) {
      account = countFiles(store).then(({ storedBytes }) => ({ usedBytes: storedBytes, isWarned: false }))
      this.#accounts.set(store, account)
      account.catch(() => this.#accounts.delete(store))
    }
    return account
  }
}
