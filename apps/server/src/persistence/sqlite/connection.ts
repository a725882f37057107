import { DatabaseSync } from 'node:sqlite'

/** Versions before this one can corrupt a WAL database with several connections (the WAL-reset race). */
const oldestSqlite = [3, 51, 3] as const

/** How long a statement waits for a lock of another connection; only start and stop ever meet one. */
export const BUSY_TIMEOUT_MS = 5000

/** What a write-ahead log that is begun anew keeps of its space. */
const LOG_BYTES_MAX = 64 * 1024 * 1024

/** Opens the one connection that writes a project's file. */
export function openForWriting(file: string, cacheKib: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false })
  try {
    assertSqliteVersion(database)
    // page_size counts only for a new file. Checkpoints are made by the writer itself, after it has answered.
    database.exec(`
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA mmap_size = 0;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = ${LOG_BYTES_MAX};
      PRAGMA cache_size = -${cacheKib};
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
    `)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a connection that can only read. The writer must have opened the file before. */
export function openForReading(file: string, cacheKib: number): DatabaseSync {
  const database = new DatabaseSync(file, {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: false,
  })
  try {
    database.exec(`
      PRAGMA query_only = ON;
      PRAGMA mmap_size = 0;
      PRAGMA cache_size = -${cacheKib};
      PRAGMA temp_store = MEMORY;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
    `)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function assertSqliteVersion(database: DatabaseSync): void {
  const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  const parts = version.split('.').map(Number)
  for (const [i, oldest] of oldestSqlite.entries()) {
    const part = parts[i] ?? 0
    if (part > oldest) return
    if (part < oldest) throw new Error(`SQLite ${version} is too old: ${oldestSqlite.join('.')} or newer is needed.`)
  }
}
