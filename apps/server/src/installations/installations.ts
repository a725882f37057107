import { createHash, timingSafeEqual } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../ambient.ts'
import type { ProjectStore, StoredRecord } from '../persistence/persistence.ts'
import { type Installation, isFid, newFid, platformOf } from './installation.ts'

export interface InstallationsOptions {
  /** The store of a project that exists. */
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly random: Random
}

export interface Registration {
  readonly installation: Installation
  readonly refreshToken: string
  readonly authToken: AuthToken
}

export interface AuthToken {
  readonly token: string
  readonly validForSeconds: number
}

/** As kept in the space `installation`, by fid. Tokens are kept as hashes. */
interface InstallationEntry extends Omit<Installation, 'fid'> {
  readonly refreshTokenHash: string
  readonly authTokenHash: string
  readonly authTokenExpiresAt: number
}

export interface InstallationPage {
  readonly installations: readonly Installation[]
  readonly nextPageToken: string | undefined
}

const space = 'installation'
const tokenSeconds = 7 * 24 * 3600
const pageSizeMax = 500
const attempts = 5

/** The app installations of each project: who they are, and the tokens that prove it. */
export class Installations {
  readonly #options: InstallationsOptions

  constructor(options: InstallationsOptions) {
    this.#options = options
  }

  /**
   * Registers an installation under the id it asks for. An id of the wrong form, or one that another installation has, is answered
   * with a new id, which wins: knowing an id must not be enough to take it over.
   */
  async create(project: string, wanted: { fid: string; appId: string; sdkVersion: string }): Promise<Registration> {
    const { clock, random, storeOf } = this.#options
    const store = await storeOf(project)
    const now = clock.nowMs()
    for (let attempt = 0; attempt < attempts; attempt++) {
      const fid = attempt === 0 && isFid(wanted.fid) ? wanted.fid : newFid(random)
      const refreshToken = random.bytes(32).toString('base64url')
      const authToken = this.#newAuthToken()
      const installation: Installation = {
        fid,
        appId: wanted.appId,
        platform: platformOf(wanted.appId),
        sdkVersion: wanted.sdkVersion,
        firstSeenAt: now,
        lastSeenAt: now,
      }
      const isMade = await replace(store, fid, undefined, withTokens(installation, { refreshToken, authToken, now }))
      if (isMade) return { installation, refreshToken, authToken }
    }
    throw new StatusError('unavailable', 'INSTALLATION_ID_TAKEN', 'No free installation id was found. Try again.')
  }

  /** Throws `not-found`/`INSTALLATION_NOT_FOUND`, `unauthenticated`/`INSTALLATION_TOKEN_INVALID`. */
  async refresh(
    project: string,
    fid: string,
    refreshToken: string,
    seen: { sdkVersion: string | undefined },
  ): Promise<AuthToken> {
    const store = await this.#storeForStranger(project)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { record, entry } = await getProven(store, fid, refreshToken)
      const now = this.#options.clock.nowMs()
      const authToken = this.#newAuthToken()
      const next: InstallationEntry = {
        ...entry,
        sdkVersion: seen.sdkVersion ?? entry.sdkVersion,
        lastSeenAt: now,
        authTokenHash: hashOf(authToken.token),
        authTokenExpiresAt: now + tokenSeconds * 1000,
      }
      if (await replace(store, fid, record, next)) return authToken
    }
    throw new StatusError('aborted', 'INSTALLATION_BUSY', 'This installation is being changed. Try again.')
  }

  /** Its own wish, proven by its refresh token. Throws as `refresh`. */
  async delete(project: string, fid: string, refreshToken: string): Promise<void> {
    const store = await this.#storeForStranger(project)
    await getProven(store, fid, refreshToken)
    await store.commit({ records: [{ space, key: fid, value: undefined }] })
  }

  /** An operator's wish: the installation must register anew. Throws `not-found`/`INSTALLATION_NOT_FOUND`. */
  async revoke(project: string, fid: string): Promise<void> {
    const store = await this.#options.storeOf(project)
    await getRecord(store, fid)
    await store.commit({ records: [{ space, key: fid, value: undefined }] })
  }

  /** A page in the order of ids; at most 500. Throws `invalid-argument`/`INVALID_PAGE_TOKEN`. */
  async list(project: string, page: { pageSize: number; pageToken: string | undefined }): Promise<InstallationPage> {
    if (page.pageToken !== undefined && !isFid(page.pageToken)) {
      throw new StatusError('invalid-argument', 'INVALID_PAGE_TOKEN', 'The page token is not one of this list.')
    }
    const limit = Math.min(Math.max(1, page.pageSize), pageSizeMax)
    const store = await this.#options.storeOf(project)
    const start = page.pageToken === undefined ? '' : `${page.pageToken}\0`
    const records = await store.read((snapshot) =>
      snapshot.listRecords(space, { start }, { limit: limit + 1, reverse: false }),
    )
    const installations = records.slice(0, limit).map(({ key, value }) => installationOf(key, parseEntry(value)))
    return { installations, nextPageToken: records.length > limit ? installations.at(-1)?.fid : undefined }
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

  #newAuthToken(): AuthToken {
    return { token: this.#options.random.bytes(32).toString('base64url'), validForSeconds: tokenSeconds }
  }
}

async function getProven(
  store: ProjectStore,
  fid: string,
  refreshToken: string,
): Promise<{ record: StoredRecord; entry: InstallationEntry }> {
  const record = await getRecord(store, fid)
  const entry = parseEntry(record.value)
  if (!timingSafeEqual(Buffer.from(hashOf(refreshToken)), Buffer.from(entry.refreshTokenHash))) {
    throw new StatusError(
      'unauthenticated',
      'INSTALLATION_TOKEN_INVALID',
      'The refresh token does not belong to this installation.',
    )
  }
  return { record, entry }
}

async function getRecord(store: ProjectStore, fid: string): Promise<StoredRecord> {
  const record = isFid(fid) ? await store.getRecord(space, fid) : undefined
  if (record === undefined) {
    throw installationNotFound()
  }
  return record
}

/** False when somebody else was faster. */
async function replace(
  store: ProjectStore,
  fid: string,
  before: StoredRecord | undefined,
  entry: InstallationEntry,
): Promise<boolean> {
  try {
    await store.commit({
      expect: [{ kind: 'record', space, key: fid, revision: before?.revision ?? 0 }],
      records: [{ space, key: fid, value: JSON.stringify(entry) }],
    })
    return true
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'CONFLICT') return false
    throw error
  }
}

function withTokens(
  installation: Installation,
  tokens: { refreshToken: string; authToken: AuthToken; now: number },
): InstallationEntry {
  const { fid: _key, ...kept } = installation
  return {
    ...kept,
    refreshTokenHash: hashOf(tokens.refreshToken),
    authTokenHash: hashOf(tokens.authToken.token),
    authTokenExpiresAt: tokens.now + tokenSeconds * 1000,
  }
}

function installationOf(fid: string, entry: InstallationEntry): Installation {
  const { appId, platform, sdkVersion, firstSeenAt, lastSeenAt } = entry
  return { fid, appId, platform, sdkVersion, firstSeenAt, lastSeenAt }
}

function parseEntry(value: string): InstallationEntry {
  return JSON.parse(value) as InstallationEntry
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function installationNotFound(): StatusError {
  return new StatusError('not-found', 'INSTALLATION_NOT_FOUND', 'This project has no such installation.')
}
