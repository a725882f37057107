import type { ProjectUser } from '../../../shared/people/project-user.ts'

/** A part of one user's page. */
export interface UserCardProps {
  readonly user: ProjectUser
  /** The account was changed: it is asked for anew. */
  readonly onChanged: () => void
}
