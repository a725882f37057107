import { statfs } from 'node:fs/promises'
import type { Clock } from '../../lib/ambient.ts'

/**
 * Files, events and documents under rules leave a part of the disk to accounts and to what servers and operators write, whose store stops at a full
 * disk: a twentieth, within bounds.
 */
const RESERVE_SHARE = 0.05
const RESERVE_BYTES_MIN = 64 * 1024 ** 2
const RESERVE_BYTES_MAX = 1024 ** 3
/** Of a disk so small that the least is too much. */
const RESERVE_SHARE_MAX = 0.25
const KNOWN_MS = 2_000
/** Events and installations end at so many times the reserve: strangers send them, and files, backups and documents go on. */
export const EVENT_RESERVES = 2

/** The space of a disk, in bytes. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

export function isReserveReached(space: DiskSpace): boolean {
  return roomBesideReserve(space) < 0
}

/** The bytes that may still be taken beside so many reserves; negative where documents have been given some of them. */
export function roomBesideReserve({ free, total }: DiskSpace, reserves = 1): number {
  return free - reserves * reserveOf(total)
}

/** The bytes of one reserve. */
export function reserveOf(total: number): number {
  const wanted = Math.max(total * RESERVE_SHARE, RESERVE_BYTES_MIN)
  return Math.min(wanted, total * RESERVE_SHARE_MAX, RESERVE_BYTES_MAX)
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** For those who ask often: the disk itself is asked every two seconds at most. */
export class DiskReserve {
  readonly #spaceOf: () => Promise<DiskSpace>
  readonly #clock: Clock
  readonly #reserves: number
  #asked: { readonly at: number; readonly isReached: Promise<boolean> } | undefined

  constructor(spaceOf: () => Promise<DiskSpace>, clock: Clock, reserves = 1) {
    this.#spaceOf = spaceOf
    this.#clock = clock
    this.#reserves = reserves
  }

  /** Whether no more is left than what documents need. */
  async isReached(): Promise<boolean> {
    const now = this.#clock.nowMs()
    // A clock may go back.
    if (this.#asked === undefined || Math.abs(now - this.#asked.at) >= KNOWN_MS) {
      this.#asked = {
        at: now,
        isReached: this.#spaceOf().then((space) => roomBesideReserve(space, this.#reserves) < 0),
      }
    }
    return await this.#asked.isReached
  }
}
