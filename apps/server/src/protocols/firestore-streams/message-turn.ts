import { SharedTurn } from '../../lib/shared-turn.ts'
import { placeWithSite } from '../../lib/shared-total.ts'

/** There is one event loop, so all servers of this process share it. */
const messageTurn = new SharedTurn()

/**
 * To be awaited before a message of a stream is read: one read of each of a hundred sockets brings as many that are whole. Undefined: at once. Who
 * waits has the message counted meanwhile, and waits by the site it comes from.
 */
export function turnOfMessage(clientAddress: string): Promise<void> | undefined {
  return messageTurn.wait(() => placeWithSite(clientAddress).site)
}
