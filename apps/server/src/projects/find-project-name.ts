import { makeDocument, oneLine } from '@hearth/model'
import type { Persistence } from '../persistence/persistence.ts'
import { projectDocumentPath } from './find-team.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

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
