import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

export interface OwnerAccount {
  readonly code: string
  readonly displayName: string
  readonly email: string
  readonly password: string
}

/** Makes the server's owner with the set-up code that the server printed. The code is good for one owner, once. */
export async function setUpOwner(owner: OwnerAccount): Promise<void> {
  await callHearth({ method: 'POST', path: '/hearth/v1/setup', body: owner, answer: z.looseObject({}) })
}
