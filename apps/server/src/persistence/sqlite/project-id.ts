import { StatusError } from '@hearth/model'

const projectId = /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/

/** Whether this can be the id of a project that is stored: 1 to 30 of `a-z0-9-`, as `hearth dev` takes them. */
export function isProjectId(project: string): boolean {
  return projectId.test(project)
}

/** A project id becomes a file name, so nothing else may reach the disk. */
export function validateProjectId(project: string): void {
  if (!isProjectId(project))
    throw new StatusError('invalid-argument', 'INVALID_PROJECT_ID', 'This is not a project id.')
}
