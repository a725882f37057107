import { join } from 'node:path'
import { DiskBlobs } from '../blobs/disk/disk-blobs.ts'
import type { StoreFiles } from '../backups/server/store-files.ts'
import type { RedatingEngine } from '../persistence/store-redating.ts'
import { redateStore } from '../persistence/sqlite/redate-store.ts'
import { runCopyTask, SqliteCopy } from '../persistence/sqlite/store-copies.ts'

/** The engines of a data folder, for commands that read and write its files without a server. */
export function composeStoreFiles(dataFolder: string): StoreFiles {
  return {
    copy: (from, to) => runCopyTask({ kind: 'copy', from, to }),
    verify: (file) => runCopyTask({ kind: 'verify', file }),
    beginAnew: (file, version, droppedSpaces) => runCopyTask({ kind: 'begin-anew', file, version, droppedSpaces }),
    async read(file, work) {
      const copy = new SqliteCopy(file)
      try {
        return await work(copy)
      } finally {
        copy.close()
      }
    },
    blobs: new DiskBlobs(join(dataFolder, 'blobs')),
  }
}

export function composeRedating(): RedatingEngine {
  return { copy: (from, to) => runCopyTask({ kind: 'copy', from, to }), redate: redateStore }
}
