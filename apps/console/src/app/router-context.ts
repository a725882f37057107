import type { ProjectSessions } from '../firebase/project-sessions.ts'
import type { Session } from '../session/session.ts'

/** What routes decide by. */
export interface RouterContext {
  readonly session: Session
  readonly projects: ProjectSessions
}
