import type { Blobs } from '../../blobs/blobs.ts'
import type { OpenCopy, StoreCopy } from '../../persistence/store-copy.ts'

/** The stores and contents of a data folder as files. */
export interface StoreFiles {
  /** As `Persistence.copyProject`, of a file, whether a server has it open or not. */
  readonly copy: (from: string, to: string) => Promise<StoreCopy>
  readonly verify: (file: string) => Promise<StoreCopy>
  /** Lets a copy go on at a later time, without what must not be carried there. Returns what it holds then, without a digest. */
  readonly beginAnew: (file: string, version: number, droppedSpaces: readonly string[]) => Promise<StoreCopy>
  readonly read: <T>(file: string, work: (copy: OpenCopy) => Promise<T>) => Promise<T>
  /** Of the data folder. */
  readonly blobs: Pick<Blobs, 'copyOut' | 'bringBack' | 'close'>
}
