import { documentsRoot } from '../documents/values/wire-value.ts'
import type { ProjectSession } from '../firebase/project-session.ts'

/** One of the document databases of a project, as its operator speaks to it. */
export interface ProjectDatabase {
  readonly project: ProjectSession
  readonly id: string
  /** Where its documents begin, such as `projects/demo-app/databases/(default)/documents`. */
  readonly root: string
}

export function databaseOf(project: ProjectSession, id: string): ProjectDatabase {
  return { project, id, root: documentsRoot(project.id, id) }
}

/** The address of documents of it in the REST protocol. */
export function documentsUrl({ project, id }: ProjectDatabase): string {
  return `/v1/projects/${encodeURIComponent(project.id)}/databases/${encodeURIComponent(id)}/documents`
}
