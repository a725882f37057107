import type { CompositeIndex, FieldIndexing } from '@hearth/model'
import type { ReadSnapshot } from '../../persistence/persistence.ts'
import type { HeldMemory } from '../held-memory.ts'
import type { WorkMeter } from './work-meter.ts'

/** What one query reads with. */
export interface ReadContext {
  readonly project: string
  readonly database: string
  readonly snapshot: ReadSnapshot
  readonly meter: WorkMeter
  /** Counts what the read holds until it is over; its result, where that lives longer, is counted by who asked for it. */
  readonly memory: HeldMemory
  /** Indexes over several fields that were whole before the snapshot was taken. */
  readonly composites: readonly CompositeIndex[]
  /** What single fields are indexed by, where that is not everything; by the id of their collection. */
  readonly indexing: ReadonlyMap<string, FieldIndexing>
  /** Takes the ids of the indexes over several fields that were read. */
  readonly used?: Set<string>
}
