import type { ProjectSession } from '../../backend/sdk/project-session.ts'

/** The identity protocol's address for what operators do with accounts, such as `:query`. */
export function accountsPath(project: ProjectSession, method = ''): string {
  return `/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(project.id)}/accounts${method}`
}
