import { consoleProject } from './project-id.ts'
import type { ProjectDocuments } from './project-documents.ts'
import type { ProjectRegistry } from './project-registry.ts'
import type { SampleRoom } from './sample-room.ts'

export const firstProject = 'demo-app'

/**
 * Makes what every server has: the project `console`, and on an empty data folder a first project with sample data.
 * Asked at every start, it also makes up for a start that was killed half-way and for projects without a document.
 */
export async function prepareProjects(deps: {
  registry: ProjectRegistry
  projectDocuments: ProjectDocuments
  samples: SampleRoom
  /** The uid of the server's owner; empty while there is none. */
  ownerId: string
}): Promise<void> {
  const { registry, projectDocuments, samples, ownerId } = deps
  // The console comes last: as long as it is missing, this is still the first start.
  if ((await registry.find(consoleProject)) === undefined) {
    if ((await registry.find(firstProject)) === undefined) {
      await registry.create({ id: firstProject, name: 'Demo app' })
    }
    await samples.fill(firstProject)
    await registry.create({ id: consoleProject, name: 'Console' })
  }
  await projectDocuments.ensure(await registry.list(), ownerId)
}
