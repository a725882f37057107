import { StatusError } from '@hearth/model'
import type { Files } from '../files/files.ts'
import { removeContents } from '../files/remove-contents.ts'
import type { ProjectBackups } from '../backups/project-backups.ts'
import { consoleProject, defaultBucketOf } from '../projects/project-id.ts'
import { houseEveryMs, startRounds } from '../operations/sweeps.ts'
import { ProjectRemoval } from '../projects/project-removal.ts'
import type { DocumentRooms } from './compose-documents.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

interface Rooms extends Stores, People, Pick<DocumentRooms, 'documents'> {
  readonly files: Files
  readonly backups: ProjectBackups
}

/** Deletes projects with everything that the rooms keep of them, and finishes what a killed server left of one. */
export async function composeProjectRemoval(
  { config, ambient, clockGuard, closers }: BuildContext,
  { persistence, blobs, projects, documents, identity, callers, files, backups }: Rooms,
): Promise<ProjectRemoval> {
  const server = { kind: 'admin', project: consoleProject } as const
  const removal = new ProjectRemoval({
    mode: config.mode,
    registry: projects,
    persistence,
    documents,
    removeContents: (project, store) => removeContents(project, store, blobs),
    async removeIcon(project) {
      const at = { bucket: defaultBucketOf(consoleProject), name: `projects/${project}/icon` }
      await files.delete(server, at).catch((error: unknown) => {
        if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
      })
    },
    removeBackups: (project) => backups.removeAll(project),
    withdrawSigningKeys: (project) => identity.keys.forget(project),
    endCallers: (project) => callers.revokeAll(project),
    clock: ambient.clock,
    isClockBelieved: clockGuard.isBelieved,
    log: ambient.log,
  })
  await removal.keepHouse()
  closers.add(
    startRounds('deleted projects', () => removal.keepHouse(), { log: ambient.log, firstAfterMs: houseEveryMs }),
  )
  return removal
}
