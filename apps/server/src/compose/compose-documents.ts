import type { AuditLog } from '../audit/audit-log.ts'
import { DiskReserve, readDiskSpace } from '../blobs/disk/disk-reserve.ts'
import { createDocumentAdministration, type DocumentAdministration } from '../documents/administration.ts'
import { createDocuments } from '../documents/document-service.ts'
import type { Documents } from '../documents/documents.ts'
import { OwnMemory } from '../documents/held-memory.ts'
import { createRooms, type DocumentsOptions, type Rooms } from '../documents/project-room.ts'
import { createStandInRooms } from '../documents/stand-in-rooms.ts'
import { startDocumentUpkeep } from '../operations/document-upkeep.ts'
import { IndexFiles } from '../operations/project-files/index-files.ts'
import { consoleProject } from '../projects/project-id.ts'
import { lostRoles } from '../projects/team-changes.ts'
import { createTeamNotes } from '../projects/team-notes.ts'
import type { ProjectTrends } from '../trends/project-trends.ts'
import type { Access } from './compose-access.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

export interface DocumentRooms {
  readonly documents: Documents
  readonly documentAdministration: DocumentAdministration
  readonly leaveRoom: Rooms['leave']
}

/** The document database, its upkeep, and what follows from a change of a project's team, which is a document itself. */
export async function composeDocuments(
  context: BuildContext,
  rooms: Stores & People & Access & { readonly audit: AuditLog; readonly trends: ProjectTrends },
): Promise<DocumentRooms> {
  const { closers } = context
  const { mode, rulesFolder } = context.config
  const { clock, random, log } = context.ambient
  const { projects, identity, callers, gate, rulesChanges, audit, trends } = rooms
  const indexFiles = mode === 'dev' ? await IndexFiles.open({ folder: rulesFolder, log }) : undefined
  closers.add(() => indexFiles?.[Symbol.dispose]())
  const noIndexes: IndexFiles['declared'] = new Map()
  const noteTeamChanges = createTeamNotes({
    audit,
    serviceKeys: identity.serviceKeys,
    onOperatorAct: context.onOperatorAct,
    log,
  })
  const reserve = new DiskReserve(() => readDiskSpace(context.dataFolder), clock)
  const options: DocumentsOptions = {
    projects,
    gate,
    rulesChanges,
    clock,
    random,
    log,
    onPublished(project, changes) {
      trends.count(project, 'documentsWritten', changes.deltas.length)
      if (project !== consoleProject) return
      for (const lost of lostRoles(changes)) callers.revokeOperator(lost.project, lost.uid)
      noteTeamChanges(changes)
    },
    declaredIndexesOf: (project) => (project === consoleProject ? noIndexes : (indexFiles?.declared ?? noIndexes)),
    projectWithoutExpiry: consoleProject,
    isDatabaseMadeOnFirstUse: mode === 'dev',
    ownMemory: new OwnMemory(),
    isReserveReached: async (project) => project !== consoleProject && (await reserve.isReached()),
  }
  const { find: findRoom, leave: leaveRoom } = createRooms(options)
  // Under `dev` whatever is named is there.
  const findStandIn = mode === 'start' ? createStandInRooms(options) : undefined
  const documentAdministration = createDocumentAdministration(findRoom, context.clockGuard.sweepsMayRun)
  indexFiles?.onDeclared(async (changed) => {
    for (const { id } of await projects.list()) {
      if (id === consoleProject) continue
      for (const [database, declared] of changed) {
        await documentAdministration.declareIndexes(id, database, declared, { isWhole: true })
      }
    }
  })
  closers.add(startDocumentUpkeep(projects, documentAdministration, log))
  return { documents: createDocuments(findRoom, callers, findStandIn), documentAdministration, leaveRoom }
}
