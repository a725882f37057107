import { makeDocument } from '@hearth/model'
import { type FindProjectTeam, projectTeamOf } from '../access/project-team.ts'
import type { Persistence } from '../persistence/persistence.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

/** The path of a project's document in the database of the console. */
export function projectDocumentPath(project: string): string {
  return `projects/${project}`
}

/** Reads who belongs to a project from the console's store, as far as it is durable. */
export function createFindProjectTeam(persistence: Pick<Persistence, 'openProject'>): FindProjectTeam {
  return async (project) => {
    const store = await persistence.openProject(CONSOLE_PROJECT)
    const [stored] = await store.getDocuments([{ database: '(default)', path: projectDocumentPath(project) }])
    return stored === undefined ? undefined : projectTeamOf(makeDocument(stored))
  }
}
