import type { ProjectSessions } from '../backend/sdk/project-sessions.ts'
import type { Session } from '../session/session.ts'

/** What routes decide by. */
export interface RouterContext {
  readonly session: Session
  readonly projects: ProjectSessions
}
