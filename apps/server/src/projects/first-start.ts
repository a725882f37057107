import type { Persistence } from '../persistence/persistence.ts'
import type { ProjectDocuments } from './project-documents.ts'
import { CONSOLE_PROJECT } from './project-id.ts'
import type { ProjectRegistry } from './project-registry.ts'
import type { SampleDocuments } from './sample-documents.ts'

export const FIRST_PROJECT = 'demo-app'

const SPACE = 'setup'
const KEY = 'first-start'

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
  const store = await persistence.openProject(CONSOLE_PROJECT)
  if ((await registry.find(CONSOLE_PROJECT)) === undefined) {
    await registry.create({ id: CONSOLE_PROJECT, name: 'Console' })
  }
  if ((await store.getRecord(SPACE, KEY)) === undefined) {
    if ((await registry.find(FIRST_PROJECT)) === undefined) {
      await registry.create({ id: FIRST_PROJECT, name: 'Demo app' })
    }
    if (withSamples) await samples.fill(FIRST_PROJECT)
    await store.commit({ records: [{ space: SPACE, key: KEY, value: JSON.stringify({ done: true }) }] })
  }
  await projectDocuments.ensure(await registry.list(), ownerId)
}
