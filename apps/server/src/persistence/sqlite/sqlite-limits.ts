/** Bounds of the embedded engine. Each has a defined answer when it is met. */
export interface SqliteLimits {
  /** Batches of a project under way; beyond: `resource-exhausted`/`WRITE_QUEUE_FULL`. */
  readonly queuedBatchesMax: number
  /** Their bytes; beyond: the same. */
  readonly queuedBytesMax: number
  /** One batch; beyond: `invalid-argument`/`BATCH_TOO_LARGE`. */
  readonly batchBytesMax: number
  /** Snapshots of a project at once; further reads wait. */
  readonly snapshotsMax: number
  /** Reads that wait for a snapshot, three quarters of them of one client: as many listeners as a connection has streams may begin at once. Beyond: `resource-exhausted`/`READ_QUEUE_FULL`. */
  readonly waitingReadsMax: number
  /** Project files open at once; the one unused longest is closed, and when all are busy: `resource-exhausted`/`TOO_MANY_OPEN_PROJECTS`. */
  readonly openProjectsMax: number
  /** A project without reads and writes for so long is closed until it is asked again. */
  readonly idleCloseMs: number
  readonly writerCacheKib: number
  readonly readerCacheKib: number
  /** Characters of the documents of a project that are kept in memory because they were read lately. */
  readonly hotDocumentsLength: number
}

const MIB = 1024 * 1024

export const defaultLimits: SqliteLimits = {
  queuedBatchesMax: 4096,
  queuedBytesMax: 128 * MIB,
  batchBytesMax: 64 * MIB,
  snapshotsMax: 24,
  waitingReadsMax: 16 * 1024,
  openProjectsMax: 64,
  idleCloseMs: 5 * 60_000,
  writerCacheKib: 16 * 1024,
  readerCacheKib: 4 * 1024,
  hotDocumentsLength: 4 * MIB,
}
