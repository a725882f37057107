import { closedGate } from '../access/closed-gate.ts'
import { EmptyStore } from '../persistence/empty-store.ts'
import { BoundedCache } from '../lib/bounded-cache.ts'
import type { DatabaseRef } from './documents.ts'
import { createRoom, type DocumentsOptions, type ProjectRoom } from './project-room.ts'

/** Names that strangers try; a room of each is kept, so that what they do to one shows at no other. */
const ROOMS_MAX = 1_000

/** Finds what stands in for a database that is not there. */
export type FindStandIn = (at: DatabaseRef) => Promise<ProjectRoom>

/**
 * Rooms for visitors who name a project or database that is not there: empty, closed to everybody and without a place on the disk.
 * A visitor's request takes the same way as in a project whose rules deny everything, and so has the same answer, whatever is asked.
 */
export function createStandInRooms(options: DocumentsOptions): FindStandIn {
  // Nobody finds the transactions of a room that is gone: they would only be held.
  const rooms = new BoundedCache<ProjectRoom>(ROOMS_MAX, ({ transactions }) => transactions.endAll())
  return async ({ project, database }) => {
    const key = `${project}/${database}`
    let room = rooms.get(key)
    if (room === undefined) {
      const store = new EmptyStore(options.clock.nowMs() * 1000)
      room = createRoom(project, store, { ...options, gate: closedGate, isDatabaseMadeOnFirstUse: false })
      rooms.set(key, room)
    }
    await Promise.all([room.fieldOverrides.load(), room.indexes.load()])
    return room
  }
}
