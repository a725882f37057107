import type { Gate } from './gate.ts'
import { permissionDenied } from './permission-denied.ts'

/** Lets nobody do anything. */
export const closedGate: Gate = {
  async authorize() {
    throw permissionDenied()
  },
}
