import { documentsRoot } from './values/wire-value.ts'
import type { ProjectSession } from '../backend/sdk/project-session.ts'

/** A document database, as somebody speaks to it by the REST protocol. */
export interface CalledDatabase {
  readonly project: Pick<ProjectSession, 'id' | 'call'>
  readonly id: string
  /** Where its documents begin, such as `projects/demo-app/databases/(default)/documents`. */
  readonly root: string
}

/** One of the document databases of a project, as its operator speaks to it. */
export interface ProjectDatabase extends CalledDatabase {
  readonly project: ProjectSession
}

export function databaseOf(project: ProjectSession, id: string): ProjectDatabase {
  return { project, id, root: documentsRoot(project.id, id) }
}

/** The address of documents of it in the REST protocol. */
export function documentsUrl({ project, id }: CalledDatabase): string {
  return `/v1/projects/${encodeURIComponent(project.id)}/databases/${encodeURIComponent(id)}/documents`
}
