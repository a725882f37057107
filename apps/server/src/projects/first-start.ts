import type { Persistence } from '../persistence/persistence.ts'
import type { ProjectDocuments } from './project-documents.ts'
import { consoleProject } from './project-id.ts'
import type { ProjectRegistry } from './project-registry.ts'
import type { SampleDocuments } from './sample-documents.ts'

export const firstProject = 'demo-app'

const space = 'setup'
const key = 'first-start'

/**
 * Makes what every server has: the project `console`, and on an empty data folder a first project, under `start` with sample data. The record
 * `setup`/`first-start` says that it was done; a start that was killed half-way is made up for by the next, which finds what is there.
 */
export async function prepareProjects(deps: {
  persistence: Persistence
  registry: ProjectRegistry
  projectDocuments: ProjectDocuments
  samples: SampleDocuments
  /** The uid of the server's owner; empty while there is none. */
  ownerId: string
  /** `dev` stands in for emulators, and what a test finds there must be what it wrote. */
  withSamples: boolean
}): Promise<void> {
  const { persistence, registry, projectDocuments, samples, ownerId, withSamples } = deps
  const store = await persistence.openProject(consoleProject)
  if ((await registry.find(consoleProject)) === undefined) {
    await registry.create({ id: consoleProject, name: 'Console' })
  }
  if ((await store.getRecord(space, key)) === undefined) {
    if ((await registry.find(firstProject)) === undefined) {
      await registry.create({ id: firstProject, name: 'Demo app' })
    }
    if (withSamples) await samples.fill(firstProject)
    await store.commit({ records: [{ space, key, value: JSON.stringify({ done: true }) }] })
  }
  await projectDocuments.ensure(await registry.list(), ownerId)
}
