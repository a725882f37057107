import type { Log, Random } from '../../lib/ambient.ts'
import type { Authenticator } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { Documents } from '../../documents/documents.ts'

export interface FirestoreGrpcDeps {
  readonly documents: Documents
  readonly authenticator: Authenticator
  readonly callers: CallerWatch
  readonly random: Random
  readonly log: Log
}
