import { StatusError } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import { Topic } from '../lib/topic.ts'
import { isSameConnection, type MailServer, smtpOptionsOf } from '../mails/mail-server.ts'
import type { SmtpOptions } from '../mails/mail-transport.ts'
import type { RecordStore } from '../secrets/sealed-store.ts'

/** What the server was started with: each wins over what is stored. */
export interface GivenSettings {
  readonly mode: 'start' | 'dev'
  /** Without a slash at the end. */
  readonly publicUrl: string | undefined
  readonly mails: SmtpOptions | undefined
}

/** As kept, sealed, in the space `server-settings` of the console's project. */
interface StoredSettings {
  readonly publicUrl?: string | undefined
  readonly mailServer?: MailServer | undefined
}

export type SettingSource = 'variable' | 'stored' | 'unset'

const SPACE = 'server-settings'
const KEY = 'settings'

/**
 * The server's public address and its mail server: as it was started, else as its owner set them on screen. What is stored counts at once, without
 * a restart. `hearth dev` has none of its own: it is for one machine, and shows its mails.
 */
export class ServerSettings {
  readonly #store: RecordStore
  readonly #given: GivenSettings
  #stored: StoredSettings
  #writing: Promise<void> = Promise.resolve()
  /** Told when mails go out in another way from now on, or not any more. */
  readonly mailChanges = new Topic<undefined>()

  private constructor(store: RecordStore, given: GivenSettings, stored: StoredSettings) {
    this.#store = store
    this.#given = given
    this.#stored = stored
  }

  /** Where the server's key opens nothing any more, it begins without any, and says so in the log. */
  static async open(store: RecordStore, given: GivenSettings, log: Log): Promise<ServerSettings> {
    if (given.mode === 'dev') return new ServerSettings(store, given, {})
    try {
      const record = await store.getRecord(SPACE, KEY)
      const stored = record === undefined ? {} : (JSON.parse(record.value) as StoredSettings)
      return new ServerSettings(store, given, stored)
    } catch (err) {
      if (!(err instanceof StatusError) || err.reason !== 'SECRET_UNREADABLE') throw err
      log.error({ err }, 'the settings that were made on screen can not be read; they have to be made again')
      return new ServerSettings(store, given, {})
    }
  }

  /** Where clients reach the server; undefined: at what each request names. */
  get publicUrl(): string | undefined {
    return this.#given.publicUrl ?? this.#stored.publicUrl
  }

  get publicUrlFrom(): SettingSource {
    if (this.#given.publicUrl !== undefined) return 'variable'
    return this.#stored.publicUrl === undefined ? 'unset' : 'stored'
  }

  /** How mails go out; undefined: none do. */
  get mails(): SmtpOptions | undefined {
    const { mailServer } = this
    return this.#given.mails ?? (mailServer && smtpOptionsOf(mailServer))
  }

  get mailsFrom(): SettingSource {
    if (this.#given.mails !== undefined) return 'variable'
    return this.mailServer === undefined ? 'unset' : 'stored'
  }

  /** What is stored and in force; with its password. */
  get mailServer(): MailServer | undefined {
    return this.#given.mails === undefined ? this.#stored.mailServer : undefined
  }

  /** Throws `invalid-argument`/`INVALID_REQUEST`, `failed-precondition`: `SET_BY_VARIABLE`, `NOT_UNDER_DEV`. */
  async setPublicUrl(url: string): Promise<string> {
    this.#assertOwn(this.#given.publicUrl)
    const { origin } = parseOrigin(url)
    await this.#change(() => ({ publicUrl: origin }))
    return origin
  }

  /** Throws as `setPublicUrl`, and `MAILS_NEED_PUBLIC_ADDRESS`. */
  async unsetPublicUrl(): Promise<void> {
    this.#assertOwn(this.#given.publicUrl)
    await this.#change(({ mailServer }) => {
      if (mailServer !== undefined) throw addressNeeded()
      return { publicUrl: undefined }
    })
  }

  /** Throws `failed-precondition`: `SET_BY_VARIABLE`, `NOT_UNDER_DEV`, `MAILS_NEED_PUBLIC_ADDRESS`; and what `complete` throws. */
  async setMailServer(wanted: MailServer): Promise<void> {
    this.#assertOwn(this.#given.mails)
    await this.#change(() => {
      if (this.publicUrl === undefined) throw addressNeeded()
      return { mailServer: this.complete(wanted) }
    })
    this.mailChanges.publish(undefined)
  }

  async unsetMailServer(): Promise<void> {
    this.#assertOwn(this.#given.mails)
    await this.#change(() => ({ mailServer: undefined }))
    this.mailChanges.publish(undefined)
  }

  /**
   * With the stored password where none is given. It is sent nowhere but where it was given for: throws `invalid-argument`/`PASSWORD_MISSING` for
   * another connection with a user.
   */
  complete(wanted: MailServer): MailServer {
    if (wanted.user === undefined) return { ...wanted, password: undefined }
    if (wanted.password !== undefined) return wanted
    const stored = this.#stored.mailServer
    if (stored?.password !== undefined && isSameConnection(stored, wanted)) {
      return { ...wanted, password: stored.password }
    }
    throw new StatusError('invalid-argument', 'PASSWORD_MISSING', 'The password for this mail server is missing.', {
      details: { fields: { password: 'The password is missing.' } },
    })
  }

  #assertOwn(given: unknown): void {
    if (this.#given.mode === 'dev') {
      throw new StatusError('failed-precondition', 'NOT_UNDER_DEV', 'Under hearth dev this is not set on screen.')
    }
    if (given === undefined) return
    const text = 'This is set where the server is started, which wins over what is stored.'
    throw new StatusError('failed-precondition', 'SET_BY_VARIABLE', text)
  }

  /** One change after the other, each on what the one before left. */
  async #change(change: (stored: StoredSettings) => StoredSettings): Promise<void> {
    const done = this.#writing.then(async () => {
      const changed = { ...this.#stored, ...change(this.#stored) }
      await this.#store.commit({ records: [{ space: SPACE, key: KEY, value: JSON.stringify(changed) }] })
      this.#stored = changed
    })
    this.#writing = done.catch(() => undefined)
    await done
  }
}

function parseOrigin(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/'
  if (isOrigin) return url
  const message = 'The address must be like https://backend.example.com, with nothing after the host.'
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', message, { details: { fields: { url: message } } })
}

function addressNeeded(): StatusError {
  const text = 'Mails need a public address: links in mails must not lead where a request says.'
  return new StatusError('failed-precondition', 'MAILS_NEED_PUBLIC_ADDRESS', text)
}
