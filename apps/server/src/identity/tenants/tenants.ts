import type { Random } from '../../lib/ambient.ts'
import { parseDisplayName } from '../accounts/account-fields.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings, ProjectIdentity } from '../identity-settings.ts'
import type { StoreOf } from '../store-of.ts'
import type { ProviderConfigs } from '../providers/provider-configs.ts'
import { loopbackParty } from '../passkeys/relying-party.ts'
import { realmOf } from '../realm.ts'
import type { ProjectStore, ReadSnapshot } from '../../persistence/persistence.ts'

/** A part of a project with users and settings of its own. */
export interface Tenant {
  /** 1 to 36 of a-z, 0-9 and '-'. */
  readonly id: string
  readonly displayName?: string | undefined
}

export type TenantSettings = Partial<ProjectIdentity>

const SPACE = 'tenant'
const TENANTS_MAX = 1_000
const idPattern = /^[a-z0-9][a-z0-9-]{0,35}$/i

/** The tenants of all projects. Their users are kept in a realm of their own each. */
export class Tenants {
  readonly #mode: 'start' | 'dev'
  readonly #consoleProject: string
  readonly #storeOf: StoreOf
  readonly #accounts: Accounts
  readonly #settings: IdentitySettings
  readonly #providers: ProviderConfigs
  readonly #random: Random

  constructor(options: {
    mode: 'start' | 'dev'
    consoleProject: string
    storeOf: StoreOf
    accounts: Accounts
    settings: IdentitySettings
    providers: ProviderConfigs
    random: Random
  }) {
    this.#mode = options.mode
    this.#consoleProject = options.consoleProject
    this.#storeOf = options.storeOf
    this.#accounts = options.accounts
    this.#settings = options.settings
    this.#providers = options.providers
    this.#random = options.random
  }

  /** Throws `TENANT_NOT_FOUND`, `INVALID_TENANT_ID`. `hearth dev` makes a tenant on first use, with every way in; not of the console. */
  async get(project: string, id: string): Promise<Tenant> {
    if (!idPattern.test(id)) throw identityError('INVALID_TENANT_ID')
    const store = await this.#storeOf(project)
    const record = await store.getRecord(SPACE, id)
    if (record !== undefined) return { id, ...(JSON.parse(record.value) as Omit<Tenant, 'id'>) }
    if (this.#mode === 'start' || project === this.#consoleProject) throw identityError('TENANT_NOT_FOUND')
    await store.commit({ records: [{ space: SPACE, key: id, value: JSON.stringify({ displayName: id }) }] })
    await this.#settings.update(realmOf(project, id), () => ({
      passwordSignIn: true,
      emailLinkSignIn: true,
      anonymous: true,
      phoneSignIn: true,
      passkeys: loopbackParty,
    }))
    return { id, displayName: id }
  }

  /** Throws `INVALID_DISPLAY_NAME`, `TENANT_LIMIT_EXCEEDED`. */
  async create(project: string, displayName: string | undefined, settings: TenantSettings): Promise<Tenant> {
    const name = displayName === undefined ? undefined : parseDisplayName(displayName)
    const store = await this.#storeOf(project)
    const { tenants } = await this.list(project, { limit: TENANTS_MAX })
    if (tenants.length >= TENANTS_MAX) throw identityError('TENANT_LIMIT_EXCEEDED')
    const prefix = (name ?? 'tenant')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 20)
      .replaceAll(/^-+|-+$/g, '')
    const id = `${prefix === '' ? 'tenant' : prefix}-${this.#random.bytes(4).toString('hex')}`
    await store.commit({
      expect: [{ kind: 'record', space: SPACE, key: id, revision: 0 }],
      records: [{ space: SPACE, key: id, value: JSON.stringify({ displayName: name }) }],
    })
    await this.#settings.update(realmOf(project, id), () => settings)
    return { id, displayName: name }
  }

  /** Throws `TENANT_NOT_FOUND`, `INVALID_DISPLAY_NAME`. */
  async rename(project: string, id: string, displayName: string): Promise<Tenant> {
    await this.get(project, id)
    const name = parseDisplayName(displayName)
    const store = await this.#storeOf(project)
    await store.commit({ records: [{ space: SPACE, key: id, value: JSON.stringify({ displayName: name }) }] })
    return { id, displayName: name }
  }

  /** Removes a tenant with all its users. Throws `TENANT_NOT_FOUND`. */
  async delete(project: string, id: string): Promise<void> {
    await this.get(project, id)
    const store = await this.#storeOf(project)
    // First, so that nobody signs in or up meanwhile.
    await store.commit({ records: [{ space: SPACE, key: id, value: undefined }] })
    const realm = realmOf(project, id)
    await this.#providers.deleteAll(realm)
    await this.#settings.delete(realm)
    await this.#accounts.deleteAll(realm)
  }

  /** One page in the order of ids, and the id the next one starts after. */
  async list(
    project: string,
    page: { after?: string | undefined; limit: number },
  ): Promise<{ tenants: Tenant[]; next?: string }> {
    const store = await this.#storeOf(project)
    const start = page.after === undefined ? '' : `${page.after}\0`
    const records = await store.read((snapshot) =>
      snapshot.listRecords(SPACE, { start }, { limit: page.limit + 1, reverse: false }),
    )
    const tenants = records
      .slice(0, page.limit)
      .map(({ key, value }) => ({ id: key, ...(JSON.parse(value) as Omit<Tenant, 'id'>) }))
    const last = tenants.at(-1)
    return records.length > page.limit && last !== undefined ? { tenants, next: last.id } : { tenants }
  }
}

/**
 * A project's store as one tenant sees it: every space of records is the tenant's own (`account@<tenant>`), so that nothing that is
 * kept for a tenant can be met by the project or by another tenant.
 */
export function tenantStore(store: ProjectStore, tenant: string): ProjectStore {
  const own = <Part extends { readonly space: string }>(part: Part): Part => ({
    ...part,
    space: ownSpace(part.space, tenant),
  })
  return {
    get isReady() {
      return store.isReady
    },
    read: (work) => store.read((snapshot) => work(tenantSnapshot(snapshot, tenant))),
    getDocuments: (keys) => store.getDocuments(keys),
    getRecord: (space, key) => store.getRecord(ownSpace(space, tenant), key),
    documentCount: () => store.documentCount(),
    commit: (batch) =>
      store.commit({
        ...batch,
        ...(batch.expect !== undefined && {
          expect: batch.expect.map((one) => (one.kind === 'record' ? own(one) : one)),
        }),
        ...(batch.records !== undefined && { records: batch.records.map(own) }),
      }),
    follow: (onPush) => store.follow(onPush),
    lastVersion: () => store.lastVersion(),
    readTime: () => store.readTime(),
    raiseFloor: (time) => store.raiseFloor(time),
    lastChange: () => store.lastChange(),
    latched: store.latched,
  }
}

function tenantSnapshot(snapshot: ReadSnapshot, tenant: string): ReadSnapshot {
  return new Proxy(snapshot, {
    get(target, name) {
      if (name === 'getRecord') return (space: string, key: string) => target.getRecord(ownSpace(space, tenant), key)
      if (name === 'listRecords') {
        return (space: string, ...rest: RestOf<ReadSnapshot['listRecords']>) =>
          target.listRecords(ownSpace(space, tenant), ...rest)
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

type RestOf<Call> = Call extends (space: string, ...rest: infer Rest) => unknown ? Rest : never

function ownSpace(space: string, tenant: string): string {
  return `${space}@${tenant}`
}
