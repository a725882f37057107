import { StatusError } from '@hearth/model'
import { type Clock, steadyMs } from '../lib/ambient.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import { placeWithSite } from '../lib/shared-total.ts'
import { SiteTurns } from '../lib/site-turns.ts'
import { outboundRequest } from '../outbound/outbound-request.ts'
import type { Reach } from '../outbound/reach.ts'
import { shrinkImage } from '../thumbnails/shrink-image.ts'

/** Twice what the largest face of the console takes. */
const SIDE_PX = 128
const ADDRESS_LENGTH_MAX = 2_048
/** Some providers answer with where the picture is. */
const REDIRECTS_MAX = 2
/** For all of them together. */
const FETCH_MS_MAX = 6_000
const PICTURE_BYTES_MAX = 4 * 1024 * 1024
const limits = { running: 6, waiting: 256, waitingOfSite: 64 }
/** Pictures that one project has fetched. */
const projectRate = { calls: 600, windowMs: 10 * 60_000 }
const KEPT_MAX = 4_000
/** Of a few kilobytes each, as a rule; noise takes several times that. Addresses count, too. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const KEPT_MS = 6 * 60 * 60_000
/** Where there is none, the host may have been out of reach for a moment. */
const NONE_KEPT_MS = 10 * 60_000

interface KeptPhoto {
  /** Undefined: there is none to be had. */
  readonly picture: Buffer | undefined
  readonly until: number
}

/**
 * The pictures of users, which lie wherever an account says: fetched by the server, so that no browser of a team tells other hosts who is looked at,
 * and made anew as a small WebP. Nothing but the address of an account comes here, and no host of a private network is asked.
 */
export class UserPhotos {
  readonly #reach: Reach
  readonly #clock: Clock
  readonly #keptBytesMax: number
  /** The one not asked for longest first. */
  readonly #kept = new Map<string, KeptPhoto>()
  #keptBytes = 0
  readonly #underWay = new Map<string, Promise<Buffer | undefined>>()
  readonly #turns = new SiteTurns(limits, tooManyPhotos)
  readonly #rate: RateLimit
  /** A decoder may take much memory, so one runs at a time. */
  #shrinking: Promise<unknown> = Promise.resolve()

  /** @param options.reach plain http is for where more than public hosts are within it */
  constructor(options: { readonly reach: Reach; readonly clock: Clock; readonly keptBytesMax?: number }) {
    this.#keptBytesMax = options.keptBytesMax ?? KEPT_BYTES_MAX
    this.#reach = options.reach
    this.#clock = options.clock
    this.#rate = new RateLimit({ ...projectRate, clock: options.clock })
  }

  /**
   * The picture at an account's address, for somebody at `client`; undefined where there is none that may be shown. Throws
   * `resource-exhausted`/`PHOTOS_BUSY` and `TOO_MANY_REQUESTS`.
   */
  async find(project: string, address: string, client: string): Promise<Buffer | undefined> {
    const target = this.#targetOf(address)
    if (target === undefined) return undefined
    const key = `${project} ${target.href}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && kept.until > steadyMs(this.#clock)) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept.picture
    }
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return await underWay
    const counted = this.#rate.take(project)
    try {
      const fetching = this.#turns.run(placeWithSite(client), () => this.#fetch(target))
      this.#underWay.set(key, fetching)
      const picture = await fetching
      this.#keep(key, picture)
      return picture
    } catch (error) {
      counted.giveBack()
      throw error
    } finally {
      this.#underWay.delete(key)
    }
  }

  #keep(key: string, picture: Buffer | undefined): void {
    this.#forget(key)
    const until = steadyMs(this.#clock) + (picture === undefined ? NONE_KEPT_MS : KEPT_MS)
    this.#kept.set(key, { picture, until })
    this.#keptBytes += bytesOf(key, picture)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX && this.#keptBytes <= this.#keptBytesMax) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#keptBytes -= bytesOf(key, kept.picture)
  }

  async #fetch(first: URL): Promise<Buffer | undefined> {
    const endsAt = steadyMs(this.#clock) + FETCH_MS_MAX
    let target: URL | undefined = first
    try {
      for (let hop = 0; hop <= REDIRECTS_MAX && target !== undefined; hop++) {
        const timeoutMs = Math.max(1, Math.floor(endsAt - steadyMs(this.#clock)))
        const bounds = { reach: this.#reach, timeoutMs, answerBytesMax: PICTURE_BYTES_MAX }
        // Nothing in the request says who asks, or for whom.
        const { status, headers, body } = await outboundRequest(target, { method: 'GET', headers: accepted }, bounds)
        if (status === 200) return await this.#shrink(body)
        const { location } = headers
        target = status >= 300 && status < 400 ? this.#targetOf(location, target) : undefined
      }
    } catch {
      // A host that is private, silent or too talkative, and what is no picture, all have none.
    }
    return undefined
  }

  async #shrink(content: Buffer): Promise<Buffer> {
    const shrunk = this.#shrinking.then(() => shrinkImage(content, { width: SIDE_PX, height: SIDE_PX }))
    this.#shrinking = shrunk.catch(() => undefined)
    return await shrunk
  }

  /** Where a picture may be asked for: on the web's own ports, without a name and a password. */
  #targetOf(address: string | undefined, base?: URL): URL | undefined {
    if (address === undefined || address.length > ADDRESS_LENGTH_MAX || !URL.canParse(address, base?.href))
      return undefined
    const target = new URL(address, base)
    const isSecure = target.protocol === 'https:' && (target.port === '' || this.#reach !== 'public')
    const isPlain = target.protocol === 'http:' && this.#reach !== 'public'
    if ((!isSecure && !isPlain) || target.username !== '' || target.password !== '') return undefined
    target.hash = ''
    return target
  }
}

function bytesOf(key: string, picture: Buffer | undefined): number {
  return key.length + (picture?.length ?? 0)
}

const accepted = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Hearth' }

function tooManyPhotos(): StatusError {
  return new StatusError('resource-exhausted', 'PHOTOS_BUSY', 'Too many pictures are being fetched. Try again.')
}
