import type { Files } from '../files/files.ts'
import { projectUsage, type ProjectUsage } from '../projects/project-usage.ts'
import type { People } from './compose-identity.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** How much there is in a project. */
export function composeUsage(
  { config }: BuildContext,
  { storeOf, identity, files }: Stores & People & { readonly files: Files },
): (project: string) => Promise<ProjectUsage> {
  const sources = {
    storeOf,
    countUsers: (project: string) => identity.accounts.count(project),
    countFiles: (project: string) => files.usage(project),
    storageQuotaBytes: config.files.projectBytesMax,
    uploadLimitBytes: config.files.fileBytesMax,
  }
  return (project) => projectUsage(sources, project)
}
