import type { AccessRequest, Gate } from '../access/gate.ts'
import type { Caller } from '../access/caller.ts'
import type { PlannedDocument } from './commit-planner.ts'

/** Asks the gate about every document of a commit. Throws what the gate throws for the first that is refused. */
export async function authorizeCommit(
  gate: Gate,
  caller: Caller,
  at: { project: string; database: string },
  documents: readonly PlannedDocument[],
): Promise<void> {
  for (const document of documents) {
    const { path, before, after } = document
    const operation = operationOf(document)
    await gate.authorize(at.project, caller, {
      service: 'documents',
      operation,
      database: at.database,
      path,
      before,
      after,
    })
  }
}

type Operation = Extract<AccessRequest, { service: 'documents'; path: string }>['operation']

function operationOf({ before, after, isOnlyVerified }: PlannedDocument): Operation {
  if (isOnlyVerified) return 'get'
  if (after === undefined) return 'delete'
  return before === undefined ? 'create' : 'update'
}
