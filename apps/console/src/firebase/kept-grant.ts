import * as z from 'zod/mini'
import { appIdentity } from '../api/app-identity.ts'
import { operatorRole } from '../api/operator-session.ts'
import { keptKey } from './kept-storage.ts'

const keptGrant = z.object({
  uid: z.string(),
  role: operatorRole,
  app: appIdentity,
  /** When the console's user had signed in, by the server's clock; milliseconds since the epoch. */
  signedInAt: z.number(),
})

/** As whom a project was entered the last time. It opens what this browser keeps of the project; the server asks for more. */
export type KeptGrant = z.infer<typeof keptGrant>

export function readKeptGrant(project: string): KeptGrant | undefined {
  try {
    return keptGrant.safeParse(JSON.parse(localStorage.getItem(keyOf(project)) ?? 'null')).data
  } catch {
    // Storage is blocked: nothing was kept.
    return undefined
  }
}

export function keepGrant(project: string, grant: KeptGrant | undefined): void {
  try {
    if (grant === undefined) localStorage.removeItem(keyOf(project))
    else localStorage.setItem(keyOf(project), JSON.stringify(grant))
  } catch {
    // Storage is blocked or full: without the server the project doesn't open then.
  }
}

function keyOf(project: string): string {
  return keptKey(`grant.${project}`)
}
