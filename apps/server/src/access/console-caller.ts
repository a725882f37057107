import type { Caller } from './caller.ts'

/** Somebody signed in to the console with an account of their own. */
export type ConsoleUser = Extract<Caller, { kind: 'user' }>

/** The custom claim of the person who runs the server (product.md section 6). */
export function isServerOwner(user: Pick<ConsoleUser, 'claims'>): boolean {
  return user.claims['serverRole'] === 'owner'
}
