import type { Caller } from '../access/caller.ts'
import { closedGate } from '../access/gate.ts'
import { EmptyStore } from '../persistence/empty-store.ts'
import type { Project } from '../projects/projects.ts'
import type { FileContext } from './file-context.ts'
import { createFiles } from './file-service.ts'
import type { Files } from './files.ts'

/** Finds a project without making one. */
type FindProject = (project: string) => Promise<Project | undefined>

/**
 * The files of all projects, for a server on which visitors don't learn which buckets there are: one that is not there answers them as an
 * empty one whose rules deny everything, whatever is asked. `projectOfBucket` goes by the name alone.
 */
export function createFilesHidingBuckets(context: FileContext, find: FindProject): Files {
  const files = createFiles(context)
  const store = new EmptyStore(context.clock.nowMs() * 1000)
  const { projects } = context
  const closed = createFiles({
    ...context,
    gate: closedGate,
    projects: {
      projectOfBucket: projects.projectOfBucket.bind(projects),
      store: async () => store,
      list: async () => [],
    },
  })
  const of = async (caller: Caller, bucket: string): Promise<Files> => {
    if (caller.kind !== 'visitor') return files
    return (await find(await projects.projectOfBucket(bucket))) === undefined ? closed : files
  }
  return {
    put: async (caller, at, ...rest) => await (await of(caller, at.bucket)).put(caller, at, ...rest),
    startUpload: async (caller, at, ...rest) => await (await of(caller, at.bucket)).startUpload(caller, at, ...rest),
    appendUpload: async (caller, bucket, ...rest) =>
      await (await of(caller, bucket)).appendUpload(caller, bucket, ...rest),
    uploadStatus: async (caller, bucket, id) => await (await of(caller, bucket)).uploadStatus(caller, bucket, id),
    finishUpload: async (caller, bucket, ...rest) =>
      await (await of(caller, bucket)).finishUpload(caller, bucket, ...rest),
    cancelUpload: async (caller, bucket, id) => await (await of(caller, bucket)).cancelUpload(caller, bucket, id),
    get: async (caller, at, ...rest) => await (await of(caller, at.bucket)).get(caller, at, ...rest),
    getLinked: async (caller, at, ...rest) => await (await of(caller, at.bucket)).getLinked(caller, at, ...rest),
    read: async (caller, at, ...rest) => await (await of(caller, at.bucket)).read(caller, at, ...rest),
    updateMetadata: async (caller, at, ...rest) =>
      await (await of(caller, at.bucket)).updateMetadata(caller, at, ...rest),
    delete: async (caller, at, ...rest) => await (await of(caller, at.bucket)).delete(caller, at, ...rest),
    move: async (caller, from, ...rest) => await (await of(caller, from.bucket)).move(caller, from, ...rest),
    list: async (caller, bucket, list) => await (await of(caller, bucket)).list(caller, bucket, list),
    createDownloadToken: async (caller, at) => await (await of(caller, at.bucket)).createDownloadToken(caller, at),
    revokeDownloadToken: async (caller, at, token) =>
      await (await of(caller, at.bucket)).revokeDownloadToken(caller, at, token),
    settings: async (project) => await files.settings(project),
    updateSettings: async (project, settings) => await files.updateSettings(project, settings),
    usage: async (project) => await files.usage(project),
  }
}
