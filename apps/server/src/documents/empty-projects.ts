import { closedGate } from '../access/gate.ts'
import { EmptyStore } from '../persistence/empty-store.ts'
import { BoundedCache } from '../lib/bounded-cache.ts'
import type { DatabaseRef } from './documents.ts'
import { createProjectContext, type DocumentsOptions, type ProjectContext } from './project-context.ts'

/** Names that strangers try; a context of each is kept, so that what they do to one shows at no other. */
const CONTEXTS_MAX = 1_000

/** Finds the empty project that is served in place of a database that is not there. */
export type FindEmptyProject = (at: DatabaseRef) => Promise<ProjectContext>

/**
 * Empty projects for visitors who name a project or database that is not there: closed to everybody and without a place on the disk.
 * A visitor's request takes the same way as in a project whose rules deny everything, and so has the same answer, whatever is asked.
 */
export function createEmptyProjects(options: DocumentsOptions): FindEmptyProject {
  // Nobody finds the transactions of a context that is gone: they would only be held.
  const contexts = new BoundedCache<ProjectContext>(CONTEXTS_MAX, ({ transactions }) => transactions.endAll())
  return async ({ project, database }) => {
    const key = `${project}/${database}`
    let context = contexts.get(key)
    if (context === undefined) {
      const incarnation = options.random.bytes(8).toString('hex')
      const store = new EmptyStore(options.clock.nowMs() * 1000, incarnation)
      context = createProjectContext(project, store, { ...options, gate: closedGate, isDatabaseMadeOnFirstUse: false })
      contexts.set(key, context)
    }
    await context.catalogue.load()
    return context
  }
}
