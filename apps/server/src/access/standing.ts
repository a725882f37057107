import type { OperatorRole } from './caller.ts'

/** What became of somebody who once had a role in a project. */
export interface Standing {
  readonly email: string | undefined
  /** As it is now; undefined for those outside the team, and for accounts that are disabled or gone. */
  readonly role: OperatorRole | undefined
}

/** `uid` is an account of the console. */
export type FindStanding = (project: string, uid: string) => Promise<Standing>
