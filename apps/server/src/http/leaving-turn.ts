import { SharedTurn } from '../lib/shared-turn.ts'

/** Of what is let go when streams of HTTP/2 close: thousands of them do at once when their connection ends. */
export const leavingTurn = new SharedTurn()
