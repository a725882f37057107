import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { CommitBatch, Expectation, ProjectStore, RecordChange } from '../../persistence/persistence.ts'
import type { Account, LinkedProvider } from './account.ts'
import type { AccountChange, AccountChanges, Revocation } from './account-changes.ts'
import { newUid, parseDisplayName, parseEmail, parsePhoneNumber, parsePhotoUrl, validateUid } from './account-fields.ts'
import {
  type AccountIdentifier,
  ACCOUNT_SPACE,
  decodeAccount,
  encodeAccount,
  indexChanges,
  indexDifference,
  indexKeyOf,
  type IndexKey,
} from './account-record.ts'
import { AccountTurns } from './account-turns.ts'
import { validateClaims } from './custom-claims.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { StoreOf } from '../store-of.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { validatePassword } from '../passwords/password-policy.ts'
import { projectOf, type Realm } from '../realm.ts'
import type { SecondFactor } from '../sign-in/second-factor.ts'
import { revocationMarkOf, withoutSessions } from './revocation.ts'
import { ServerOwners } from './server-owners.ts'
import { heirRecordsOf, sessionRecordsOf } from '../sessions/session-record.ts'

/** What a new account begins with. Text is checked and normalised here. */
export interface NewAccount {
  readonly project: string
  /** Made up when absent. */
  readonly uid?: string | undefined
  readonly email?: string | undefined
  /** Checked against the project's policy. */
  readonly password?: string | undefined
  /** Instead of `password`: the hash of one that was checked already. */
  readonly passwordHash?: string | undefined
  /** Where a visitor's request comes from; absent for those who have shown who they are. */
  readonly address?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly disabled?: boolean | undefined
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  readonly providers?: readonly LinkedProvider[] | undefined
  readonly madeByCustomToken?: boolean | undefined
  readonly emailLinkSignIn?: boolean | undefined
  readonly secondFactors?: readonly SecondFactor[] | undefined
}

/** A change of an account and, when it is to end its sessions, that too, in one commit. */
export interface AccountUpdate {
  readonly account: Account
  /** Further records of the same commit. */
  readonly records?: readonly RecordChange[] | undefined
}

interface StoredAccount {
  readonly account: Account
  readonly revision: number
}

const ATTEMPTS_MAX = 8
const PAGE_SIZE = 1_000

/** The accounts of all projects. */
export class Accounts {
  readonly #storeOf: StoreOf
  readonly #settings: IdentitySettings
  readonly #hasher: PasswordHasher
  readonly #changes: AccountChanges
  readonly #clock: Clock
  readonly #random: Random
  readonly #turns = new AccountTurns()
  readonly #owners: ServerOwners
  /** Users by project, once asked for; kept up to date by what this process changes. */
  readonly #counts = new Map<string, Promise<{ users: number }>>()

  constructor(options: {
    storeOf: StoreOf
    settings: IdentitySettings
    hasher: PasswordHasher
    changes: AccountChanges
    consoleProject: string
    clock: Clock
    random: Random
  }) {
    const { consoleProject } = options
    this.#owners = new ServerOwners({ consoleProject, findUid: (realm, fits) => this.findUid(realm, fits) })
    this.#storeOf = options.storeOf
    this.#settings = options.settings
    this.#hasher = options.hasher
    this.#changes = options.changes
    this.#clock = options.clock
    this.#random = options.random
  }

  async find(project: string, uid: string): Promise<Account | undefined> {
    return (await this.#read(await this.#storeOf(project), uid))?.account
  }

  /** Throws `not-found`/`USER_NOT_FOUND`. */
  async get(project: string, uid: string): Promise<Account> {
    const account = await this.find(project, uid)
    if (account === undefined) throw identityError('USER_NOT_FOUND')
    return account
  }

  /** The account an e-mail address, a phone number or a federated identity belongs to. */
  async findBy(project: string, identifier: AccountIdentifier): Promise<Account | undefined> {
    const store = await this.#storeOf(project)
    const { space, key } = indexKeyOf(identifier)
    const entry = await store.getRecord(space, key)
    if (entry === undefined) return undefined
    return (await this.#read(store, (JSON.parse(entry.value) as { uid: string }).uid))?.account
  }

  /** The e-mail address is normalised first; one that is none has no account. */
  async findByEmail(project: string, email: string): Promise<Account | undefined> {
    try {
      return await this.findBy(project, { kind: 'email', email: parseEmail(email) })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'INVALID_EMAIL') return undefined
      throw error
    }
  }

  /** One page in the order of uids, and the uid the next page starts after; undefined when this is the last one. */
  async list(
    project: string,
    page: { after?: string | undefined; limit: number },
  ): Promise<{ accounts: Account[]; next?: string }> {
    const store = await this.#storeOf(project)
    const start = page.after === undefined ? '' : `${page.after}\0`
    const records = await store.read((snapshot) =>
      snapshot.listRecords(ACCOUNT_SPACE, { start }, { limit: page.limit + 1, reverse: false }),
    )
    const accounts = records.slice(0, page.limit).map((record) => decodeAccount(record.value))
    const last = accounts.at(-1)
    return records.length > page.limit && last !== undefined ? { accounts, next: last.uid } : { accounts }
  }

  /** The first account, in the order of uids, that fits. Reads them all, in pages. */
  async findUid(project: string, fits: (account: Account) => boolean): Promise<string | undefined> {
    let after: string | undefined
    do {
      const { accounts, next } = await this.list(project, { after, limit: 200 })
      const found = accounts.find(fits)
      if (found !== undefined) return found.uid
      after = next
    } while (after !== undefined)
    return undefined
  }

  /** How many users a project has. Counted once for each project, then kept up to date. */
  async count(project: string): Promise<number> {
    let counting = this.#counts.get(project)
    if (counting === undefined) {
      counting = this.#countUsers(project)
      this.#counts.set(project, counting)
      counting.catch(() => this.#counts.delete(project))
    }
    return (await counting).users
  }

  /** The accounts of a project and of its tenants are others now than this process knows. */
  forget(project: string): void {
    for (const realm of this.#counts.keys()) if (projectOf(realm) === project) this.#counts.delete(realm)
  }

  /**
   * Throws `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `FEDERATED_USER_ID_ALREADY_LINKED`, `DUPLICATE_LOCAL_ID`, what the fields'
   * parsers and `validatePassword` throw, and the hasher's `TOO_MANY_ATTEMPTS_TRY_LATER`. `approve` sees the account before it is
   * written; it refuses by throwing, and may change what is unique to nobody.
   */
  async create(
    wanted: NewAccount,
    approve: (account: Account) => Account | Promise<Account> = (account) => account,
  ): Promise<Account> {
    const store = await this.#storeOf(wanted.project)
    const account = await approve(await this.#newAccount(store, wanted))
    const difference = indexDifference(undefined, account)
    try {
      await this.#insert(store, account, difference.added)
    } catch (error) {
      if (!isConflict(error)) throw error
      await this.#refuseUid(store, account.uid)
      await this.#refuseTaken(store, difference.added)
      throw error
    }
    this.#told({ project: wanted.project, uid: account.uid, kind: 'created' })
    return account
  }

  /**
   * Writes an account as it is. One with the same uid is replaced, and its sessions end, or with `replaces: false` it stays and the answer
   * is `DUPLICATE_LOCAL_ID`. Throws what belongs to another account.
   */
  async put(project: string, account: Account, { replaces }: { replaces: boolean }): Promise<void> {
    const store = await this.#storeOf(project)
    const difference = indexDifference(undefined, account)
    try {
      await this.#insert(store, account, difference.added)
      this.#told({ project, uid: account.uid, kind: 'created' })
    } catch (error) {
      if (!isConflict(error)) throw error
      const isThere = (await this.#read(store, account.uid)) !== undefined
      if (!isThere) await this.#refuseTaken(store, difference.added)
      if (isThere && !replaces) throw identityError('DUPLICATE_LOCAL_ID')
      await this.update(project, account.uid, 'revoked', (current) => ({
        account: withoutSessions(
          { ...account, ...revocationMarkOf(current), lastAuthTime: current.lastAuthTime },
          this.#clock.nowMs(),
        ),
      }))
    }
  }

  /**
   * Changes an account by what `change` makes of its current state, together with the records it adds; again when somebody else
   * was quicker. `kind` is what listeners are told. Throws what `change` throws, `USER_NOT_FOUND`, what belongs to another account, and
   * `LAST_SERVER_OWNER`.
   */
  update(
    project: string,
    uid: string,
    kind: 'updated' | Revocation,
    change: (current: Account, store: ProjectStore) => AccountUpdate | Promise<AccountUpdate>,
  ): Promise<Account> {
    return this.#turns.run(project, uid, async () => {
      const store = await this.#storeOf(project)
      for (let attempt = 1; ; attempt++) {
        const current = await this.#read(store, uid)
        if (current === undefined) throw identityError('USER_NOT_FOUND')
        const update = await change(current.account, store)
        const difference = indexDifference(current.account, update.account)
        const batch: CommitBatch = {
          expect: [
            { kind: 'record', space: ACCOUNT_SPACE, key: uid, revision: current.revision },
            ...difference.added.map(absent),
          ],
          records: [
            { space: ACCOUNT_SPACE, key: uid, value: encodeAccount(update.account) },
            ...indexChanges(uid, difference),
            ...(update.records ?? []),
          ],
        }
        try {
          await this.#owners.keepOne(project, current.account, update.account, () => store.commit(batch))
        } catch (error) {
          if (!isConflict(error)) throw error
          await this.#refuseTaken(store, difference.added)
          if (attempt === ATTEMPTS_MAX) throw error
          continue
        }
        this.#told({ project, uid, kind })
        return update.account
      }
    })
  }

  /**
   * Deletes an account with its sessions and index entries. `allow` may refuse by throwing. `mayLeaveNone`: also the only account that runs the
   * server, as its own wish: then the next start offers the set-up. Throws `USER_NOT_FOUND`, and `LAST_SERVER_OWNER`.
   */
  delete(
    project: string,
    uid: string,
    { allow = () => {}, mayLeaveNone = false }: { allow?: (account: Account) => void; mayLeaveNone?: boolean } = {},
  ): Promise<void> {
    return this.#turns.run(project, uid, async () => {
      const store = await this.#storeOf(project)
      for (let attempt = 1; ; attempt++) {
        const current = await this.#read(store, uid)
        if (current === undefined) throw identityError('USER_NOT_FOUND')
        allow(current.account)
        const sessions = [...(await sessionRecordsOf(store, uid)), ...(await heirRecordsOf(store, uid))]
        const batch: CommitBatch = {
          expect: [{ kind: 'record', space: ACCOUNT_SPACE, key: uid, revision: current.revision }],
          records: [
            { space: ACCOUNT_SPACE, key: uid, value: undefined },
            ...indexChanges(uid, indexDifference(current.account, undefined)),
            ...sessions.map(({ space, key }) => ({ space, key, value: undefined })),
          ],
        }
        try {
          await (mayLeaveNone
            ? store.commit(batch)
            : this.#owners.keepOne(project, current.account, undefined, () => store.commit(batch)))
        } catch (error) {
          if (!isConflict(error) || attempt === ATTEMPTS_MAX) throw error
          continue
        }
        this.#told({ project, uid, kind: 'deleted' })
        return
      }
    })
  }

  /** Deletes every account of a project, with its sessions; under `hearth dev` alone. */
  async deleteAll(project: string): Promise<void> {
    for (;;) {
      const { accounts } = await this.list(project, { limit: 200 })
      if (accounts.length === 0) return
      for (const account of accounts) {
        await this.delete(project, account.uid, { mayLeaveNone: true }).catch((error: unknown) => {
          if (!(error instanceof StatusError) || error.reason !== 'USER_NOT_FOUND') throw error
        })
      }
    }
  }

  async #newAccount(store: ProjectStore, wanted: NewAccount): Promise<Account> {
    const { project, password, passwordHash: hashed } = wanted
    if (wanted.uid !== undefined) validateUid(wanted.uid)
    const uid = wanted.uid ?? newUid(this.#random)
    // Before anything else about the account, as with the vendor.
    if (wanted.uid !== undefined) await this.#refuseUid(store, uid)
    const email = wanted.email === undefined ? undefined : parseEmail(wanted.email)
    const phoneNumber = wanted.phoneNumber === undefined ? undefined : parsePhoneNumber(wanted.phoneNumber)
    if (wanted.claims !== undefined) validateClaims(wanted.claims)
    const now = this.#clock.nowMs()
    const account: Account = {
      uid,
      email,
      emailVerified: wanted.emailVerified ?? false,
      displayName: wanted.displayName === undefined ? undefined : parseDisplayName(wanted.displayName),
      photoUrl: wanted.photoUrl === undefined ? undefined : parsePhotoUrl(wanted.photoUrl),
      phoneNumber,
      disabled: wanted.disabled ?? false,
      customClaims: wanted.claims,
      providers: wanted.providers ?? [],
      madeByCustomToken: wanted.madeByCustomToken,
      emailLinkSignIn: wanted.emailLinkSignIn,
      secondFactors: wanted.secondFactors,
      passwordHash: hashed,
      passwordUpdatedAt: hashed === undefined ? undefined : now,
      createdAt: now,
      validSince: Math.floor(now / 1000),
    }
    if (password !== undefined) validatePassword((await this.#settings.get(project)).passwordPolicy, password)
    // Asked before the hash is taken, which is dear; the commit asks again.
    await this.#refuseTaken(store, indexDifference(undefined, account).added)
    if (password === undefined) return account
    const passwordHash = await this.#hasher.hash(password, { project: projectOf(project), address: wanted.address })
    return { ...account, passwordHash, passwordUpdatedAt: now }
  }

  async #insert(store: ProjectStore, account: Account, added: readonly IndexKey[]): Promise<void> {
    const { uid } = account
    await store.commit({
      expect: [{ kind: 'record', space: ACCOUNT_SPACE, key: uid, revision: 0 }, ...added.map(absent)],
      records: [
        { space: ACCOUNT_SPACE, key: uid, value: encodeAccount(account) },
        ...indexChanges(uid, { added, removed: [] }),
      ],
    })
  }

  async #refuseUid(store: ProjectStore, uid: string): Promise<void> {
    if ((await this.#read(store, uid)) !== undefined) throw identityError('DUPLICATE_LOCAL_ID')
  }

  async #refuseTaken(store: ProjectStore, keys: ReturnType<typeof indexDifference>['added']): Promise<void> {
    for (const { space, key, takenReason } of keys) {
      if ((await store.getRecord(space, key)) !== undefined) throw identityError(takenReason)
    }
  }

  async #read(store: ProjectStore, uid: string): Promise<StoredAccount | undefined> {
    const record = await store.getRecord(ACCOUNT_SPACE, uid)
    return record === undefined ? undefined : { account: decodeAccount(record.value), revision: record.revision }
  }

  async #countUsers(project: string): Promise<{ users: number }> {
    const store = await this.#storeOf(project)
    return await store.read(async (snapshot) => {
      let users = 0
      for (let start = ''; ;) {
        const page = await snapshot.listRecords(ACCOUNT_SPACE, { start }, { limit: PAGE_SIZE, reverse: false })
        users += page.length
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE_SIZE) return { users }
        start = `${last.key}\0`
      }
    })
  }

  #told(change: { project: Realm; uid: string; kind: AccountChange['kind'] }): void {
    const realm = change.project
    const difference = change.kind === 'created' ? 1 : change.kind === 'deleted' ? -1 : 0
    if (difference !== 0) {
      void this.#counts.get(realm)?.then(
        (count) => (count.users += difference),
        // A count that failed is taken anew when it is asked for again.
        () => undefined,
      )
    }
    this.#changes.publish({ ...change, project: projectOf(realm), realm })
  }
}

function absent({ space, key }: { space: string; key: string }): Expectation {
  return { kind: 'record', space, key, revision: 0 }
}

function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'CONFLICT'
}
