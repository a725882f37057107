import * as z from 'zod/mini'
import { appIdentity } from '../api/app-identity.ts'
import { operatorRole } from '../api/operator-session.ts'
import { keepJson, keptKey, readKeptJson } from './kept-storage.ts'

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
  return readKeptJson(keyOf(project), (json) => keptGrant.safeParse(json).data)
}

/** Where it can't be kept the project doesn't open without the server. */
export function keepGrant(project: string, grant: KeptGrant | undefined): void {
  keepJson(keyOf(project), grant)
}

function keyOf(project: string): string {
  return keptKey(`grant.${project}`)
}
