import { StatusError } from '@hearth/model'
import { identityError } from '../identity-error.ts'
import type { OpenRecords } from '../../secrets/sealed-store.ts'
import { type Realm, tenantOf } from '../realm.ts'
import {
  GOOGLE_ISSUER,
  GOOGLE_PROVIDER_ID,
  type OpenIdProvider,
  type ProviderChanges,
  type ProviderConfig,
  validateProviderConfig,
} from './provider-config.ts'

/** The server's own client at Google. */
export interface GoogleClient {
  readonly clientId: string
  readonly clientSecret: string
}

const SPACE = 'provider-config'
const ATTEMPTS_MAX = 5
const CONFIGS_MAX = 100

/** Which providers a realm lets people in by: those an administrator configured, and the server's Google client for projects. */
export class ProviderConfigs {
  readonly #storeOf: OpenRecords
  readonly #google: GoogleClient | undefined

  constructor(options: { storeOf: OpenRecords; google: GoogleClient | undefined }) {
    this.#storeOf = options.storeOf
    this.#google = options.google
  }

  /**
   * Whether enabled or not. Without a configuration of its own a project has the server's Google client; a tenant has only what was
   * configured for it.
   */
  async find(realm: Realm, providerId: string): Promise<ProviderConfig | undefined> {
    const own = await this.findOwn(realm, providerId)
    return own ?? (providerId === GOOGLE_PROVIDER_ID ? this.findServersGoogle(realm) : undefined)
  }

  /** Only what was configured for the realm itself. */
  async findOwn(realm: Realm, providerId: string): Promise<ProviderConfig | undefined> {
    const record = await (await this.#storeOf(realm)).getRecord(SPACE, providerId)
    return record === undefined ? undefined : (JSON.parse(record.value) as ProviderConfig)
  }

  /** The server's client at Google, which holds for projects without one of their own. */
  findServersGoogle(realm: Realm): OpenIdProvider | undefined {
    if (this.#google === undefined || tenantOf(realm) !== undefined) return undefined
    return { providerId: GOOGLE_PROVIDER_ID, enabled: true, issuer: GOOGLE_ISSUER, ...this.#google }
  }

  /** One that was configured. Throws `CONFIGURATION_NOT_FOUND`. */
  async get(realm: Realm, providerId: string): Promise<ProviderConfig> {
    const found = await this.findOwn(realm, providerId)
    if (found === undefined) throw identityError('CONFIGURATION_NOT_FOUND')
    return found
  }

  /** In the order of their ids. */
  async list(realm: Realm): Promise<ProviderConfig[]> {
    const store = await this.#storeOf(realm)
    const page = { limit: CONFIGS_MAX, reverse: false }
    const records = await store.listRecords(SPACE, { start: '' }, page)
    return records.map(({ value }) => JSON.parse(value) as ProviderConfig)
  }

  /** Throws `CONFIGURATION_EXISTS`, `INVALID_CONFIG_ID`, `INVALID_CONFIG`, `CONFIGURATION_LIMIT_EXCEEDED` at 100. */
  async create(realm: Realm, config: ProviderConfig): Promise<ProviderConfig> {
    validateProviderConfig(config)
    if ((await this.list(realm)).length >= CONFIGS_MAX) throw identityError('CONFIGURATION_LIMIT_EXCEEDED')
    const key = config.providerId
    try {
      await (
        await this.#storeOf(realm)
      ).commit({
        expect: [{ kind: 'record', space: SPACE, key, revision: 0 }],
        records: [{ space: SPACE, key, value: JSON.stringify(config) }],
      })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'CONFLICT') throw identityError('CONFIGURATION_EXISTS')
      throw error
    }
    return config
  }

  /** Throws `CONFIGURATION_NOT_FOUND`, `INVALID_CONFIG`. */
  async update(
    realm: Realm,
    providerId: string,
    changesOf: (current: ProviderConfig) => ProviderChanges,
  ): Promise<ProviderConfig> {
    const store = await this.#storeOf(realm)
    for (let attempt = 1; ; attempt++) {
      const record = await store.getRecord(SPACE, providerId)
      if (record === undefined) throw identityError('CONFIGURATION_NOT_FOUND')
      const current = JSON.parse(record.value) as ProviderConfig
      const config = { ...current, ...changesOf(current) }
      validateProviderConfig(config)
      try {
        await store.commit({
          expect: [{ kind: 'record', space: SPACE, key: providerId, revision: record.revision }],
          records: [{ space: SPACE, key: providerId, value: JSON.stringify(config) }],
        })
        return config
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'CONFLICT' || attempt === ATTEMPTS_MAX) throw error
      }
    }
  }

  /** All that were configured for the realm, with their secrets. */
  async deleteAll(realm: Realm): Promise<void> {
    const records = (await this.list(realm)).map(({ providerId }) => ({
      space: SPACE,
      key: providerId,
      value: undefined,
    }))
    if (records.length > 0) await (await this.#storeOf(realm)).commit({ records })
  }

  /** Throws `CONFIGURATION_NOT_FOUND`. Its users stay, and can't sign in by it any more. */
  async delete(realm: Realm, providerId: string): Promise<void> {
    await this.get(realm, providerId)
    await (await this.#storeOf(realm)).commit({ records: [{ space: SPACE, key: providerId, value: undefined }] })
  }
}
