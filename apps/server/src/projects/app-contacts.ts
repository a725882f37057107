import { StatusError } from '@hearth/model'
import type { Clock, Log } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'

export const appPlatforms = ['web', 'ios', 'android', 'server', 'other'] as const
type AppPlatform = (typeof appPlatforms)[number]

/** That an app got what it asked for. */
export interface AppContact {
  readonly platform: AppPlatform
  /** As the app names itself; undefined where its SDK doesn't. */
  readonly appId?: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface AppContactsOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly log: Log
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** One record of the project. */
const SPACE = 'app-contact'
const KEY = 'last'
const WRITE_AFTER_MS = 30_000
const PROJECTS_WAITING_MAX = 1_000
/** The newest of a project; an app calls itself what it likes. */
const CONTACTS_MAX = 20

/**
 * When each of a project's apps last got what it asked for. What was denied, or refused for a mistyped password, is no contact. Contacts gather
 * in memory and are written half a minute later, so that no request waits; a process that is killed loses that half minute.
 */
export class AppContacts {
  readonly #options: AppContactsOptions
  /** By project, by what the app is known as. */
  readonly #waiting = new Map<string, Map<string, AppContact>>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: AppContactsOptions) {
    this.#options = options
  }

  /** Must not throw and does not wait. `headers` of the request; none for a server of the project's own. */
  readonly note = (project: string, headers?: Headers): void => {
    let contacts = this.#waiting.get(project)
    if (contacts === undefined) {
      if (this.#waiting.size >= PROJECTS_WAITING_MAX) return
      contacts = new Map()
      this.#waiting.set(project, contacts)
    }
    const app = headers === undefined ? ({ platform: 'server' } as const) : appOf(headers)
    const key = app.appId ?? app.platform
    if (contacts.size >= CONTACTS_MAX && !contacts.has(key)) return
    contacts.set(key, { ...app, at: this.#options.clock.nowMs() })
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref()
  }

  /** The newest first, at most 20. */
  async list(project: string): Promise<readonly AppContact[]> {
    await this.write()
    return await readContacts(await this.#options.storeOf(project))
  }

  /** Resolves when what was noted so far is written, or could not be. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#writing = this.#writing.then(async () => {
      for (const [project, contacts] of waiting) await this.#writeProject(project, [...contacts.values()])
    })
    await this.#writing
  }

  async #writeProject(project: string, fresh: readonly AppContact[]): Promise<void> {
    try {
      const store = await this.#options.storeOf(project)
      const value = JSON.stringify(newestOfEach([...fresh, ...(await readContacts(store))]))
      await store.commit({ records: [{ space: SPACE, key: KEY, value }] })
    } catch (err) {
      // A project that is gone or a store that takes no more writes says so itself.
      if (!(err instanceof StatusError)) this.#options.log.error({ err, project }, 'contacts of apps were not written')
    }
  }
}

async function readContacts(store: ProjectStore): Promise<readonly AppContact[]> {
  const record = await store.getRecord(SPACE, KEY)
  return record === undefined ? [] : (JSON.parse(record.value) as AppContact[])
}

function newestOfEach(contacts: readonly AppContact[]): readonly AppContact[] {
  const newest = new Map<string, AppContact>()
  for (const contact of contacts.toSorted((one, other) => other.at - one.at)) {
    const key = contact.appId ?? contact.platform
    if (!newest.has(key)) newest.set(key, contact)
  }
  return [...newest.values()].slice(0, CONTACTS_MAX)
}

/** As the SDKs of the platforms name their app. */
const appIdPattern = /^1:\d{1,20}:(web|ios|android):[\w]{1,64}$/

/** The SDKs say their app's id with most requests; where they don't, their names or that of the platform's library is in a header. */
function appOf(headers: Headers): Pick<AppContact, 'platform' | 'appId'> {
  const appId = headers['x-firebase-gmpid']
  const platform = typeof appId === 'string' ? appIdPattern.exec(appId)?.[1] : undefined
  if (platform !== undefined) return { platform: platform as AppPlatform, appId: appId as string }
  if (headers['x-ios-bundle-identifier'] !== undefined) return { platform: 'ios' }
  if (headers['x-android-package'] !== undefined) return { platform: 'android' }
  if (headers['origin'] !== undefined || /gl-js\//.test(String(headers['x-goog-api-client'] ?? '')))
    return { platform: 'web' }
  const agent = String(headers['user-agent'] ?? '').slice(0, 300)
  if (/okhttp|Android|Dalvik/.test(agent)) return { platform: 'android' }
  return { platform: /CFNetwork|Darwin/.test(agent) ? 'ios' : 'other' }
}
