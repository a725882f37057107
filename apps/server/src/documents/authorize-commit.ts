import type { Document, Version } from '@hearth/model'
import type { AccessRequest, AccessScope, Gate } from '../access/gate.ts'
import { type Caller, isUnderRules } from '../access/caller.ts'
import { Turn } from '../lib/turn.ts'
import type { CommitMemory } from './commit-memory.ts'
import type { PlannedDocument } from './commit-planner.ts'

/**
 * Asks the gate about every document of a commit. Rules see what all of it comes to, and what they read with `lookUp` the commit
 * rests on. Others have their turn in between. Throws what the gate throws for the first that is refused.
 */
export async function authorizeCommit(
  gate: Gate,
  caller: Caller,
  at: { project: string; database: string },
  { documents, time, lookUp, memory }: Judged,
): Promise<void> {
  let written: readonly string[] | undefined
  const scope: AccessScope = {
    time,
    after: new Map(documents.map(({ path, after }) => [path, after])),
    // Each of the documents may ask for all of them.
    written: () => (written ??= documents.filter(({ isOnlyVerified }) => !isOnlyVerified).map(({ path }) => path)),
    lookUp,
    found: new Map(),
    memory,
  }
  // Of one alone no clock is asked.
  const turn = documents.length > 1 ? new Turn() : undefined
  for (const document of documents) {
    if (turn?.isOver === true) await turn.next()
    const { path, before, after } = document
    const operation = operationOf(document)
    if (isUnderRules(caller)) memory.decode(before, after)
    const asked = gate.authorize(
      at.project,
      caller,
      {
        service: 'documents',
        operation,
        database: at.database,
        path,
        before,
        after,
      },
      scope,
    )
    if (asked !== undefined) await asked
  }
}

/** A commit as it is planned. */
interface Judged {
  readonly documents: readonly PlannedDocument[]
  /** What its server timestamps get. */
  readonly time: Version
  readonly lookUp: (path: string) => Promise<Document | undefined>
  readonly memory: CommitMemory
}

type Operation = Extract<AccessRequest, { service: 'documents'; path: string }>['operation']

function operationOf({ before, after, isOnlyVerified }: PlannedDocument): Operation {
  if (isOnlyVerified) return 'get'
  if (after === undefined) return 'delete'
  return before === undefined ? 'create' : 'update'
}
