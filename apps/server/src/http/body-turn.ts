import { SharedTurn } from '../lib/shared-turn.ts'

/** Of all bodies, and messages of gRPC, that end in a round of the event loop: a thousand connections may bring one each. */
export const bodyTurn = new SharedTurn()
