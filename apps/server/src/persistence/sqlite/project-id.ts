import { StatusError } from '@hearth/model'

const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/

/** Whether this is a project id: the public rule (6 to 30 of `a-z0-9-`), plus the console's own project. */
export function isProjectId(project: string): boolean {
  return project === 'console' || PROJECT_ID.test(project)
}

/** A project id becomes a file name, so nothing else may reach the disk. */
export function validateProjectId(project: string): void {
  if (!isProjectId(project))
    throw new StatusError('invalid-argument', 'INVALID_PROJECT_ID', 'This is not a project id.')
}
