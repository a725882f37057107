import { makeDocument, oneLine } from '@hearth/model'
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

/** What a project is called by those who look after it, in one line, from the console's store; its id when they have not named it. */
export function createFindProjectName(
  persistence: Pick<Persistence, 'openProject'>,
): (project: string) => Promise<string> {
  return async (project) => {
    if (project === CONSOLE_PROJECT) return 'Hearth'
    const store = await persistence.openProject(CONSOLE_PROJECT)
    const [stored] = await store.getDocuments([{ database: '(default)', path: projectDocumentPath(project) }])
    const name = stored === undefined ? undefined : makeDocument(stored).fields.get('name')
    const line = name?.kind === 'string' ? oneLine(name.value).trim() : ''
    return line === '' ? project : line
  }
}
