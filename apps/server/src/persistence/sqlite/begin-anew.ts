import type { StoreCopy } from '../store-copy.ts'
import { countStore } from './copy-store.ts'
import { dropSpace, openAlone, removeFormatCopies } from './prepare-replacement.ts'
import { migrate } from './schema.ts'

/**
 * Lets a copy of a store go on as the store itself at a later time: its next version is above `version`, and reads of the past end there, since
 * between the copy and now others may have seen another past. Durable. Returns what it holds, without a digest.
 */
export function beginAnew(file: string, version: number, droppedSpaces: readonly string[]): StoreCopy {
  const database = openAlone(file)
  try {
    migrate(database, file)
    database.exec('BEGIN IMMEDIATE')
    for (const space of droppedSpaces) dropSpace(database, space)
    database.prepare('UPDATE meta SET version = ?, collected = ?').run(version, version)
    database.exec('COMMIT')
    return { ...countStore(database), sizeBytes: 0, sha256: '' }
  } finally {
    database.close()
    removeFormatCopies(file)
  }
}
