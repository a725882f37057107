import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../lib/ambient.ts'
import type { Persistence, ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { type CodeFile, hashOfLocalCode, isLocalCode, newLocalCode } from './local-code.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

/** What the set-up needs of the accounts of the project `console`. */
export interface OwnerAccounts {
  /**
   * Makes the account with this uid and the claim `serverRole: "owner"`. Throws what the identity service throws (`EMAIL_EXISTS`,
   * `WEAK_PASSWORD`, …).
   */
  create(owner: NewOwner & { readonly uid: string }): Promise<void>
  exists(uid: string): Promise<boolean>
  /** The uid of some account with the claim of an owner; undefined when there is none. */
  findOwner(): Promise<string | undefined>
}

export interface NewOwner {
  readonly email: string
  readonly password: string
  readonly displayName: string
}

export interface ServerSetupOptions {
  readonly persistence: Persistence
  readonly accounts: OwnerAccounts
  readonly codeFile: CodeFile
  readonly clock: Clock
  readonly random: Random
  /** The server has an owner now. */
  readonly onClaimed: (uid: string) => Promise<void>
}

/**
 * Record `setup`/`owner` of the project `console`:
 * `open` until somebody brings the code; `claiming` while that account is made, so that of many at once one goes on;
 * `claimed` until a start finds that this account was deleted and no other owner is left. A start that finds `claiming` was
 * killed in between and finishes or undoes it.
 */
type SetupState =
  | { readonly state: 'open'; readonly codeHash: string; readonly expiresAt: number }
  | { readonly state: 'claiming'; readonly codeHash: string; readonly expiresAt: number; readonly uid: string }
  | { readonly state: 'claimed'; readonly uid: string }

const SPACE = 'setup'
const KEY = 'owner'
const VALID_MS = 60 * 60 * 1000

/** The first run: a code from the terminal makes one account the server's owner, once. */
export class ServerSetup {
  readonly #options: ServerSetupOptions
  #code: string | undefined

  constructor(options: ServerSetupOptions) {
    this.#options = options
  }

  /** The code to print; undefined once the server has an owner. */
  get code(): string | undefined {
    return this.#code
  }

  /** Asked at each start: while there is no owner, or none any more, the code is valid for the next hour. */
  async open(): Promise<void> {
    const { record, state } = await this.#read()
    if (state?.state === 'claimed') {
      if (await this.#options.accounts.exists(state.uid)) return
      const uid = await this.#options.accounts.findOwner()
      if (uid === undefined) await this.#offerCode(record, undefined)
      else await this.#replace(record, { state: 'claimed', uid })
      return
    }
    if (state?.state === 'claiming' && (await this.#options.accounts.exists(state.uid))) {
      await this.#complete(state.uid)
      return
    }
    await this.#offerCode(record, state)
  }

  async isRequired(): Promise<boolean> {
    return (await this.#read()).state?.state !== 'claimed'
  }

  /** The uid of an owner whose account exists: the one who used the set-up code, or else another. Undefined when there is none. */
  async findOwner(): Promise<string | undefined> {
    const uid = await this.ownerId()
    const { accounts } = this.#options
    return uid !== '' && (await accounts.exists(uid)) ? uid : await accounts.findOwner()
  }

  /** The uid of the server's owner; empty while there is none. */
  async ownerId(): Promise<string> {
    const { state } = await this.#read()
    return state?.state === 'claimed' ? state.uid : ''
  }

  /**
   * Makes the owner's account and burns the code. Throws `failed-precondition`/`SETUP_DONE`, `SETUP_CODE_EXPIRED`,
   * `permission-denied`/`SETUP_CODE_INVALID`, `aborted`/`SETUP_IN_PROGRESS`, and what making the account throws.
   */
  async claim(code: string, owner: NewOwner): Promise<void> {
    const { clock, random, accounts } = this.#options
    const { record, state } = await this.#read()
    if (state === undefined || state.state === 'claimed') throw setupDone()
    if (!isLocalCode(code, state.codeHash)) {
      throw new StatusError('permission-denied', 'SETUP_CODE_INVALID', 'This is not the set-up code of this server.')
    }
    if (state.state === 'claiming') throw inProgress()
    if (clock.nowMs() >= state.expiresAt) {
      throw new StatusError(
        'failed-precondition',
        'SETUP_CODE_EXPIRED',
        'This set-up code was valid for 60 minutes. Restart the server to get a new one.',
      )
    }

    const uid = random.bytes(21).toString('base64url')
    await this.#replace(record, { ...state, state: 'claiming', uid })
    try {
      await accounts.create({ ...owner, uid })
    } catch (error) {
      await this.#reopen(state)
      throw error
    }
    await this.#complete(uid)
  }

  async #complete(uid: string): Promise<void> {
    await this.#replace((await this.#read()).record, { state: 'claimed', uid })
    this.#code = undefined
    await this.#options.codeFile.remove()
    await this.#options.onClaimed(uid)
  }

  async #reopen(open: Extract<SetupState, { state: 'open' }>): Promise<void> {
    await this.#replace((await this.#read()).record, open)
  }

  /** The code of the last start again, with a new hour; another one when the file went or was changed. */
  async #offerCode(record: StoredRecord | undefined, state: Exclude<SetupState, { state: 'claimed' }> | undefined) {
    const { codeFile, random, clock } = this.#options
    const kept = await codeFile.find()
    const isSame = kept !== undefined && state !== undefined && isLocalCode(kept, state.codeHash)
    const code = isSame ? kept : newLocalCode(random)
    if (!isSame) await codeFile.write(code)
    const expiresAt = clock.nowMs() + VALID_MS
    await this.#replace(record, { state: 'open', codeHash: hashOfLocalCode(code), expiresAt })
    this.#code = code
  }

  async #read(): Promise<{ record: StoredRecord | undefined; state: SetupState | undefined }> {
    const record = await (await this.#store()).getRecord(SPACE, KEY)
    return { record, state: record === undefined ? undefined : (JSON.parse(record.value) as SetupState) }
  }

  async #replace(before: StoredRecord | undefined, state: SetupState): Promise<void> {
    const store = await this.#store()
    try {
      await store.commit({
        expect: [{ kind: 'record', space: SPACE, key: KEY, revision: before?.revision ?? 0 }],
        records: [{ space: SPACE, key: KEY, value: JSON.stringify(state) }],
      })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'CONFLICT') throw inProgress()
      throw error
    }
  }

  #store(): Promise<ProjectStore> {
    return this.#options.persistence.openProject(CONSOLE_PROJECT)
  }
}

function setupDone(): StatusError {
  return new StatusError('failed-precondition', 'SETUP_DONE', 'This server has an owner already. Sign in instead.')
}

function inProgress(): StatusError {
  return new StatusError(
    'aborted',
    'SETUP_IN_PROGRESS',
    'The set-up code is being used at this moment. Try again, or sign in.',
  )
}
