import { StatusError } from '@hearth/model'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { SecondFactor } from './sign-in/second-factor.ts'
import type { SmsRegions } from './sign-in/sms-regions.ts'
import type { TestPhoneNumbers } from './sign-in/test-phone-numbers.ts'
import { identityError } from './identity-error.ts'
import type { Realm } from './realm.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import { projectOf } from './realm.ts'
import type { StoreOf } from './store-of.ts'

/** How a project lets people in. */
export interface ProjectIdentity {
  /** Whether everything about its accounts is refused; of a tenant alone. */
  readonly disabled: boolean
  readonly passwordPolicy: PasswordPolicy
  /** Whether visitors may create an account. */
  readonly signUp: boolean
  /** Whether visitors may have an account without any credential. */
  readonly anonymous: boolean
  readonly passwordSignIn: boolean
  /** Whether a link in a mail signs in. */
  readonly emailLinkSignIn: boolean
  readonly phoneSignIn: boolean
  /** Whom passkeys are made for; null where nobody signs in by one. The console's own is the server's address. */
  readonly passkeys: RelyingParty | null
  readonly testPhoneNumbers: TestPhoneNumbers
  readonly smsRegions: SmsRegions
  /** The kinds of second factors that users may add. */
  readonly secondFactors: readonly SecondFactor['kind'][]
  /**
   * Host names whose pages may have somebody signed in, and that links in mails may lead to, besides the server's own. A tenant has
   * its project's.
   */
  readonly authorizedDomains: readonly string[]
  /**
   * Whether each provider's user has an account of their own, whatever the address: such an account has no address itself, its provider's entry
   * has it. A project's, for its tenants as well.
   */
  readonly duplicateEmails: boolean
  /** Whether sign-in and look-ups hide if an e-mail address has an account. */
  readonly emailPrivacy: boolean
}

const SPACE = 'identity-settings'
const KEY = 'settings'
/** Of a change by another node. */
const NOTICED_AFTER_MS = 5_000
const CACHED_MAX = 1_000
const ATTEMPTS_MAX = 5

interface Cached {
  readonly settings: ProjectIdentity
  readonly readAt: number
}

/** Each project's identity settings: what was changed is kept in a record, the rest follows the defaults. */
export class IdentitySettings {
  readonly #storeOf: StoreOf
  readonly #defaults: (project: string) => ProjectIdentity
  readonly #nowMs: () => number
  readonly #cache = new Map<string, Cached>()

  constructor(options: { storeOf: StoreOf; defaults: (project: string) => ProjectIdentity; nowMs: () => number }) {
    this.#storeOf = options.storeOf
    this.#defaults = options.defaults
    this.#nowMs = options.nowMs
  }

  async get(project: string): Promise<ProjectIdentity> {
    const cached = this.#cache.get(project)
    const now = this.#nowMs()
    if (cached !== undefined && Math.abs(now - cached.readAt) < NOTICED_AFTER_MS) return cached.settings
    const record = await (await this.#storeOf(project)).getRecord(SPACE, KEY)
    return this.#remember(project, this.#complete(project, record?.value))
  }

  /** Throws `PROJECT_DISABLED` for a tenant whose accounts are switched off. */
  async assertOpen(realm: Realm): Promise<void> {
    if ((await this.get(realm)).disabled) throw identityError('PROJECT_DISABLED')
  }

  /** `change` gives what is to differ from now on; the rest stays. */
  async update(
    project: string,
    change: (current: ProjectIdentity) => Partial<ProjectIdentity>,
  ): Promise<ProjectIdentity> {
    const store = await this.#storeOf(project)
    for (let attempt = 1; ; attempt++) {
      const record = await store.getRecord(SPACE, KEY)
      const changed = change(this.#complete(project, record?.value))
      const kept = { ...(record === undefined ? {} : (JSON.parse(record.value) as object)), ...changed }
      try {
        await store.commit({
          expect: [{ kind: 'record', space: SPACE, key: KEY, revision: record?.revision ?? 0 }],
          records: [{ space: SPACE, key: KEY, value: JSON.stringify(kept) }],
        })
        return this.#remember(project, this.#complete(project, JSON.stringify(kept)))
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'CONFLICT' || attempt === ATTEMPTS_MAX) throw error
      }
    }
  }

  /** What was changed of a realm's settings is forgotten; the defaults hold. */
  async delete(realm: Realm): Promise<void> {
    await (await this.#storeOf(realm)).commit({ records: [{ space: SPACE, key: KEY, value: undefined }] })
    this.#cache.delete(realm)
  }

  /** What is kept in memory of a project and its tenants, whose store is another now. */
  forget(project: string): void {
    for (const realm of this.#cache.keys()) if (projectOf(realm) === project) this.#cache.delete(realm)
  }

  #complete(project: string, value: string | undefined): ProjectIdentity {
    const kept = value === undefined ? {} : (JSON.parse(value) as Partial<ProjectIdentity>)
    const defaults = this.#defaults(project)
    return { ...defaults, ...kept, passwordPolicy: { ...defaults.passwordPolicy, ...kept.passwordPolicy } }
  }

  #remember(project: string, settings: ProjectIdentity): ProjectIdentity {
    this.#cache.delete(project)
    this.#cache.set(project, { settings, readAt: this.#nowMs() })
    const oldest = this.#cache.keys().next()
    if (this.#cache.size > CACHED_MAX && !oldest.done) this.#cache.delete(oldest.value)
    return settings
  }
}
