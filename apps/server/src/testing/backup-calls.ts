import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsoleAccount } from './console-account.ts'

export interface ToldBackup {
  readonly id: string
  readonly kind: string
  readonly createdAt: string
  readonly documents: number
  readonly files: number
  readonly missingFiles: number
  readonly sizeBytes: number
  readonly verifiedAt: string | null
  readonly restored: string | null
}

export interface ToldJob {
  readonly kind: string
  readonly backup: string
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly finishedAt: string | null
  readonly before: string | null
  readonly error: { readonly reason: string; readonly message: string } | null
}

export interface ToldBackups {
  readonly backups: readonly ToldBackup[]
  readonly deleted: readonly (ToldBackup & { readonly deletedAt: string; readonly endsAt: string })[]
  readonly job: ToldJob | null
  readonly nightly: { readonly nextAt: string; readonly kept: number } | null
}

/** How long a job is waited for. */
const WAITED_MS = 30_000

/** The backups of one project, as the console asks for them. */
export class BackupCalls {
  readonly #owner: Pick<ConsoleAccount, 'call'>
  readonly #path: string
  readonly #deletedPath: string

  /** By a server credential, which `hearth dev` takes. */
  static ofDev(origin: string, project: string): BackupCalls {
    const headers = { authorization: 'Bearer owner' }
    const call = (method: string, path: string, body?: unknown) =>
      fetch(`${origin}/hearth/v1${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    return new BackupCalls({ call }, project)
  }

  constructor(owner: Pick<ConsoleAccount, 'call'>, project: string) {
    this.#owner = owner
    this.#path = `/projects/${project}/backups`
    this.#deletedPath = `/projects/${project}/deleted-backups`
  }

  async list(): Promise<ToldBackups> {
    return (await (await this.#owner.call('GET', this.#path)).json()) as ToldBackups
  }

  async begin(): Promise<ToldJob> {
    return await jobOf(await this.#owner.call('POST', this.#path))
  }

  /** To its end; answers the id. */
  async make(): Promise<string> {
    await this.begin()
    return (await this.ended()).backup
  }

  async beginRestore(backup: string, body?: object): Promise<ToldJob> {
    return await jobOf(await this.#owner.call('POST', `${this.#path}/${backup}/restore`, body))
  }

  async restore(backup: string, body?: { readonly exactly: boolean }): Promise<ToldJob> {
    await this.beginRestore(backup, body)
    return await this.ended()
  }

  async remove(backup: string): Promise<Response> {
    return await this.#owner.call('DELETE', `${this.#path}/${backup}`)
  }

  async undelete(backup: string): Promise<Response> {
    return await this.#owner.call('POST', `${this.#deletedPath}/${backup}/undelete`)
  }

  async removeNow(backup: string): Promise<Response> {
    return await this.#owner.call('DELETE', `${this.#deletedPath}/${backup}`)
  }

  /** The job once it is over. Throws when it failed. */
  async ended(): Promise<ToldJob> {
    for (const end = Date.now() + WAITED_MS; Date.now() < end; await sleep(20)) {
      const { job } = await this.list()
      if (job === null || job.finishedAt === null) continue
      if (job.error !== null) throw new Error(`The ${job.kind} failed: ${job.error.reason} ${job.error.message}`)
      return job
    }
    throw new Error('The job took too long.')
  }
}

async function jobOf(answer: Response): Promise<ToldJob> {
  const body = (await answer.json()) as { job: ToldJob }
  if (answer.status !== 202) throw new Error(`The job was refused: ${JSON.stringify(body)}`)
  return body.job
}
