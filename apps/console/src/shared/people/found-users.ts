import type { ProjectUser } from './project-user.ts'

export interface FoundUsers {
  readonly users: readonly ProjectUser[]
  /** On all pages. */
  readonly count: number
  /** The project has more users than are looked through. */
  readonly isPartial: boolean
}
