import { DiskReserve, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { createDocumentAdministration, type DocumentAdministration } from '../documents/administration.ts'
import type { CommittedChanges } from '../documents/document-delta.ts'
import { createDocuments } from '../documents/document-service.ts'
import type { Documents } from '../documents/documents.ts'
import { OwnMemory } from '../documents/held-memory.ts'
import { createProjectContexts, type DocumentsOptions, type ProjectContexts } from '../documents/project-context.ts'
import { createEmptyProjects } from '../documents/empty-projects.ts'
import { Topic } from '../lib/topic.ts'
import { startDocumentUpkeep } from '../operations/document-upkeep.ts'
import { IndexFiles } from '../operations/project-files/index-files.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { lostRoles } from '../projects/team-changes.ts'
import type { BuildContext } from './build-context.ts'
import type { Access } from './compose-access.ts'
import type { Stores } from './compose-stores.ts'

export interface DocumentServices {
  readonly documents: Documents
  readonly documentAdministration: DocumentAdministration
  /** Commits to the project of the console, whose documents say who is in which team. */
  readonly consoleChanges: Topic<CommittedChanges>
  readonly endContext: ProjectContexts['end']
}

/** The document database, its upkeep, and the end of what those had open who lost their role in a project. */
export async function composeDocuments(
  { config, ambient, clockGuard, dataFolder, closers }: BuildContext,
  { projects, callers, gate, rulesChanges, counts }: Stores & Access,
): Promise<DocumentServices> {
  const { mode, rulesFolder } = config
  const { clock, random, log } = ambient
  const indexFiles = mode === 'dev' ? await IndexFiles.open({ folder: rulesFolder, log }) : undefined
  closers.add(() => indexFiles?.[Symbol.dispose]())
  const noIndexes: IndexFiles['declared'] = new Map()
  const consoleChanges: DocumentServices['consoleChanges'] = new Topic()
  consoleChanges.subscribe((changes) => {
    for (const lost of lostRoles(changes)) callers.revokeOperator(lost.project, lost.uid)
  })
  const reserve = new DiskReserve(() => readDiskSpace(dataFolder), clock)
  const options: DocumentsOptions = {
    projects,
    gate,
    rulesChanges,
    clock,
    random,
    log,
    onPublished(project, changes) {
      counts.count(project, 'documentsWritten', changes.deltas.length)
      if (project === CONSOLE_PROJECT) consoleChanges.publish(changes)
    },
    declaredIndexesOf: (project) => (project === CONSOLE_PROJECT ? noIndexes : (indexFiles?.declared ?? noIndexes)),
    projectWithoutExpiry: CONSOLE_PROJECT,
    isDatabaseMadeOnFirstUse: mode === 'dev',
    ownMemory: new OwnMemory(),
    isReserveReached: async (project) => project !== CONSOLE_PROJECT && (await reserve.isReached()),
  }
  const { find: findContext, end: endContext } = createProjectContexts(options)
  // Under `dev` whatever is named is there.
  const findEmptyProject = mode === 'start' ? createEmptyProjects(options) : undefined
  const documentAdministration = createDocumentAdministration(findContext, clockGuard.sweepsMayRun)
  indexFiles?.onDeclared(async (changed) => {
    for (const { id } of await projects.list()) {
      if (id === CONSOLE_PROJECT) continue
      for (const [database, declared] of changed) {
        await documentAdministration.declareIndexes(id, database, declared, { isWhole: true })
      }
    }
  })
  closers.add(startDocumentUpkeep(projects, documentAdministration, log))
  const documents = createDocuments(findContext, callers, findEmptyProject)
  return { documents, documentAdministration, consoleChanges, endContext }
}
