import { createHash } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'

export interface ApiSecret {
  readonly id: string
  readonly appId: string
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** The console account that made it; null for a service key. */
  readonly createdBy: string | null
}

export interface ApiSecretsOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly random: Random
}

/** By the SHA-256 of the secret in hex, of which the first 16 digits are its id: the secret itself is not kept. */
const SPACE = 'analytics-secret'
const SECRETS_MAX = 20
const SECRET_BYTES = 24

/** What servers show that they may report events of an app. */
export class ApiSecrets {
  readonly #options: ApiSecretsOptions

  constructor(options: ApiSecretsOptions) {
    this.#options = options
  }

  async list(project: string): Promise<ApiSecret[]> {
    return (await this.#records(project)).map(({ value }) => JSON.parse(value) as ApiSecret)
  }

  /** `secret` is told this once. Throws `resource-exhausted`/`TOO_MANY_SECRETS`. */
  async create(
    project: string,
    wanted: { appId: string; name: string; createdBy: string | undefined },
  ): Promise<ApiSecret & { readonly secret: string }> {
    const { storeOf, clock, random } = this.#options
    if ((await this.#records(project)).length >= SECRETS_MAX) {
      const text = `A project has at most ${SECRETS_MAX} API secrets. Revoke one that is not used.`
      throw new StatusError('resource-exhausted', 'TOO_MANY_SECRETS', text)
    }
    const secret = random.bytes(SECRET_BYTES).toString('base64url')
    const key = keyOf(secret)
    const { appId, name, createdBy = null } = wanted
    const kept: ApiSecret = { id: idOf(key), appId, name, createdAt: clock.nowMs(), createdBy }
    await (await storeOf(project)).commit({ records: [{ space: SPACE, key, value: JSON.stringify(kept) }] })
    return { ...kept, secret }
  }

  /** Throws `not-found`/`SECRET_NOT_FOUND`. */
  async revoke(project: string, id: string): Promise<void> {
    const found = (await this.#records(project)).find(({ key }) => idOf(key) === id)
    if (found === undefined) {
      throw new StatusError('not-found', 'SECRET_NOT_FOUND', 'This project has no such API secret.')
    }
    const store = await this.#options.storeOf(project)
    await store.commit({ records: [{ space: SPACE, key: found.key, value: undefined }] })
  }

  /** Whether a secret is one of the app's. */
  async isValid(app: { project: string; appId: string }, secret: string): Promise<boolean> {
    const store = await this.#options.storeOf(app.project)
    const record = await store.getRecord(SPACE, keyOf(secret))
    return record !== undefined && (JSON.parse(record.value) as ApiSecret).appId === app.appId
  }

  async #records(project: string) {
    const store = await this.#options.storeOf(project)
    return await store.read((snapshot) => snapshot.listRecords(SPACE, {}, { limit: SECRETS_MAX, reverse: false }))
  }
}

function keyOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function idOf(key: string): string {
  return key.slice(0, 16)
}
