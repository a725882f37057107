import { StatusError } from '@hearth/model'
import { deviceOf } from '../access/device.ts'
import type { Clock, Random } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { Turn } from '../lib/turn.ts'
import {
  type DayCount,
  type InstallationDay,
  keysIn,
  readInstallationDays,
  trimInstallationDays,
} from './installation-changes.ts'
import { type InstallationFilter, type InstallationPage, listInstallations } from './installation-lists.ts'
import {
  APP_SPACE,
  changeEntry,
  getEntry,
  type InstallationEntry,
  installationNotFound,
  installationOf,
} from './installation-records.ts'
import {
  type AuthToken,
  fidOfToken,
  hashOf,
  hasHash,
  keepToken,
  newAuthToken,
  newSecret,
} from './installation-tokens.ts'
import { expireInstallations, forgetUser, indexOldInstallations, revokeOfUser } from './installation-upkeep.ts'
import { type Installation, isFid, newFid, platformOf, type UserOfProject } from './installation.ts'

export interface InstallationsOptions {
  /** The store of a project that exists. */
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly random: Random
  /** Whether the disk has no more left than what documents need. */
  readonly isReserveReached: () => Promise<boolean>
  /** Who was not seen for so long is forgotten; undefined for never. */
  readonly keptMs: number | undefined
}

export interface Registration {
  readonly installation: Installation
  readonly refreshToken: string
  readonly authToken: AuthToken
}

export interface InstallationSummary {
  /** By app id. */
  readonly counts: ReadonlyMap<string, number>
  readonly days: readonly InstallationDay[]
}

/** What a request shows of who sends it. */
export interface Sighting {
  readonly sdkVersion?: string | undefined
  readonly device?: string | undefined
}

const ATTEMPTS = 5
/** Writing each use down would make it as dear as a commit. */
const SEEN_STEP_MS = 60 * 60 * 1000

/** The app installations of each project: who they are, the tokens that prove it, and who is signed in there. */
export class Installations {
  readonly #options: InstallationsOptions

  constructor(options: InstallationsOptions) {
    this.#options = options
  }

  /**
   * Registers an installation under the id it asks for. An id of the wrong form, or one that another installation has, is answered
   * with a new id, which wins: knowing an id must not be enough to take it over. Throws `resource-exhausted`/`DISK_FULL` when what is left of
   * the disk is for documents.
   */
  async create(project: string, wanted: { fid: string; appId: string } & Sighting): Promise<Registration> {
    const { clock, random, storeOf, isReserveReached } = this.#options
    const store = await storeOf(project)
    if (await isReserveReached()) throw diskFull()
    const now = clock.nowMs()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const fid = attempt === 0 && isFid(wanted.fid) ? wanted.fid : newFid(random)
      const refreshToken = newSecret(random)
      const authToken = newAuthToken(fid, random)
      const entry: InstallationEntry = {
        appId: wanted.appId,
        platform: platformOf(wanted.appId),
        sdkVersion: wanted.sdkVersion ?? '',
        device: deviceOf(wanted.device),
        firstSeenAt: now,
        lastSeenAt: now,
        user: undefined,
        refreshTokenHash: hashOf(refreshToken),
        authTokens: keepToken([], authToken, now),
      }
      const kept = await changeEntry(store, fid, now, (before) => before ?? entry)
      if (kept === entry) return { installation: installationOf(fid, entry), refreshToken, authToken }
    }
    throw new StatusError('unavailable', 'INSTALLATION_ID_TAKEN', 'No free installation id was found. Try again.')
  }

  /** Throws `not-found`/`INSTALLATION_NOT_FOUND`, `unauthenticated`/`INSTALLATION_TOKEN_INVALID`. */
  async refresh(project: string, fid: string, refreshToken: string, seen: Sighting): Promise<AuthToken> {
    const store = await this.#storeForStranger(project)
    const now = this.#options.clock.nowMs()
    const authToken = newAuthToken(fid, this.#options.random)
    await changeEntry(store, knownFid(fid), now, (entry) => {
      const proven = assertRefreshToken(entry, refreshToken)
      return { ...withSighting(proven, seen, now), authTokens: keepToken(proven.authTokens, authToken, now) }
    })
    return authToken
  }

  /** Its own wish, proven by its refresh token. Throws as `refresh`. */
  async delete(project: string, fid: string, refreshToken: string): Promise<void> {
    const store = await this.#storeForStranger(project)
    await changeEntry(store, knownFid(fid), this.#options.clock.nowMs(), (entry) => {
      assertRefreshToken(entry, refreshToken)
      return undefined
    })
  }

  /**
   * Which installation a token proves, for whatever service it is sent to. Throws `unauthenticated`/`INSTALLATION_TOKEN_INVALID` for one
   * that is no token, has ended, or whose installation is gone.
   */
  async prove(project: string, authToken: string): Promise<Installation> {
    const fid = fidOfToken(authToken)
    if (fid === undefined) throw invalidToken()
    const store = await this.#storeForStranger(project)
    const entry = await getEntry(store, fid).catch(asInvalidToken)
    const now = this.#options.clock.nowMs()
    const isValid = entry.authTokens.some(({ hash, expiresAt }) => expiresAt > now && hasHash(authToken, hash))
    if (!isValid) throw invalidToken()
    return installationOf(fid, entry)
  }

  /** Writes down who signed in there; undefined that nobody is signed in any more. Its token proves that it asks itself. Throws as `prove`. */
  async linkUser(project: string, authToken: string, user: UserOfProject | undefined, seen: Sighting): Promise<void> {
    const { fid } = await this.prove(project, authToken)
    const now = this.#options.clock.nowMs()
    const store = await this.#options.storeOf(project)
    await changeEntry(store, fid, now, (entry) => {
      if (entry === undefined) throw invalidToken()
      const isSame = user?.uid === entry.user?.uid && user?.tenant === entry.user?.tenant
      const sighted = withSighting(entry, seen, now)
      return isSame ? sighted : { ...sighted, user: user && { uid: user.uid, tenant: user.tenant, linkedAt: now } }
    })
  }

  /** Throws `not-found`/`INSTALLATION_NOT_FOUND`. */
  async get(project: string, fid: string): Promise<Installation> {
    return installationOf(fid, await getEntry(await this.#options.storeOf(project), fid))
  }

  /** A page, the one seen last first; at most 500. Throws `invalid-argument`/`INVALID_PAGE_TOKEN`. */
  async list(
    project: string,
    filter: InstallationFilter,
    page: { pageSize: number; pageToken: string | undefined },
  ): Promise<InstallationPage> {
    return await listInstallations(await this.#options.storeOf(project), filter, page)
  }

  /** How many each app has now, and how many came and went in the last days of a time zone, today included. */
  async summarize(
    project: string,
    apps: readonly string[],
    { days, zone }: { days: number; zone: DayCount },
  ): Promise<InstallationSummary> {
    const { storeOf, clock } = this.#options
    const store = await storeOf(project)
    const counts = new Map<string, number>()
    for (const app of apps) counts.set(app, await countOfApp(store, app))
    return { counts, days: await readInstallationDays(store, { days, now: clock.nowMs(), zone }) }
  }

  /** An operator's wish: the installation must register anew. Throws `not-found`/`INSTALLATION_NOT_FOUND`. */
  async revoke(project: string, fid: string): Promise<void> {
    await changeEntry(await this.#options.storeOf(project), knownFid(fid), this.#options.clock.nowMs(), (entry) => {
      if (entry === undefined) throw installationNotFound()
      return undefined
    })
  }

  /** As `revoke`, of all that a user is linked to. Returns how many. */
  async revokeOfUser(project: string, user: UserOfProject): Promise<number> {
    return await revokeOfUser(await this.#options.storeOf(project), user, this.#options.clock.nowMs())
  }

  /** For an account that is deleted: its installations stay, the link goes. */
  async forgetUser(project: string, user: UserOfProject): Promise<void> {
    await forgetUser(await this.#options.storeOf(project), user, this.#options.clock.nowMs())
  }

  /** The housekeeping of a project: what was not seen for too long goes. Returns how many went. */
  async sweep(project: string): Promise<number> {
    const { storeOf, keptMs, clock } = this.#options
    const store = await storeOf(project)
    const now = clock.nowMs()
    await indexOldInstallations(store, now)
    await trimInstallationDays(store, now)
    return keptMs === undefined ? 0 : await expireInstallations(store, now - keptMs, now)
  }

  /** Strangers don't learn which projects there are: where none is, no installation is. */
  async #storeForStranger(project: string): Promise<ProjectStore> {
    try {
      return await this.#options.storeOf(project)
    } catch (error) {
      if (error instanceof StatusError && error.code === 'not-found') throw installationNotFound()
      throw error
    }
  }
}

async function countOfApp(store: ProjectStore, appId: string): Promise<number> {
  let count = 0
  const turn = new Turn()
  // `}` comes after all that an installation id has.
  for await (const _key of keysIn(store, APP_SPACE, { start: `${appId}|`, end: `${appId}|}` })) {
    count++
    await turn.pause()
  }
  return count
}

/** Throws `not-found`/`INSTALLATION_NOT_FOUND` for what can be no id. */
function knownFid(fid: string): string {
  if (!isFid(fid)) throw installationNotFound()
  return fid
}

function assertRefreshToken(entry: InstallationEntry | undefined, refreshToken: string): InstallationEntry {
  if (entry === undefined) throw installationNotFound()
  if (hasHash(refreshToken, entry.refreshTokenHash)) return entry
  throw new StatusError(
    'unauthenticated',
    'INSTALLATION_TOKEN_INVALID',
    'The refresh token does not belong to this installation.',
  )
}

/** The very entry when there is nothing worth writing down. */
function withSighting(entry: InstallationEntry, { sdkVersion, device }: Sighting, now: number): InstallationEntry {
  const seen = { sdkVersion: sdkVersion ?? entry.sdkVersion, device: deviceOf(device) ?? entry.device }
  const isNews =
    now - entry.lastSeenAt >= SEEN_STEP_MS || seen.sdkVersion !== entry.sdkVersion || seen.device !== entry.device
  return isNews ? { ...entry, ...seen, lastSeenAt: Math.max(now, entry.lastSeenAt) } : entry
}

function diskFull(): StatusError {
  const text = 'The server has no space left for installations. Try again later.'
  return new StatusError('resource-exhausted', 'DISK_FULL', text, { details: { retryAfterSeconds: 60 } })
}

function invalidToken(): StatusError {
  return new StatusError(
    'unauthenticated',
    'INSTALLATION_TOKEN_INVALID',
    'The token of the installation is not valid any more.',
  )
}

function asInvalidToken(error: unknown): never {
  throw error instanceof StatusError && error.code === 'not-found' ? invalidToken() : error
}
