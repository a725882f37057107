import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What this version reads and writes. Raised when the layout of the folder or of a store in it changes. */
const CURRENT_FORMAT = 1
const FORMAT_FILE = 'format.json'
const LOCK_FILE = 'lock.sqlite'
const sqliteMin = [3, 51, 3] as const

/** Why the data folder can't be used, in a sentence for the operator. The process exits with 3. */
export class DataFolderError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'DataFolderError'
  }
}

/** For a command that was given another folder than a server's. */
export function noDataFolder(path: string, options?: { cause?: unknown }): DataFolderError {
  return new DataFolderError(
    `${path} is not the data folder of a server. Name it with --data, and run this as the server's user.`,
    options,
  )
}

/** Which command a folder belongs to. Whoever reached `dev` may have made any account in it, so `start` must not trust it. */
export type DataMode = 'start' | 'dev'

/** An open data folder; nobody else can open it until it is closed or the process dies. */
export interface DataFolder {
  readonly path: string
  close(): void
}

/**
 * Creates the folder when it is absent (for its owner alone), takes its lock, checks its format and that this mode made
 * it; with `adopt` it is this mode's from now on. Throws `DataFolderError` with nothing changed.
 *
 * The lock is an exclusive transaction on a small SQLite file: a lock of the operating system, which goes with the process
 * however that ends, and needs no native add-on.
 */
export function openDataFolder(path: string, mode: DataMode, { adopt }: { adopt: boolean }): DataFolder {
  assertSqlite(process.versions.sqlite)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw unusable(path, cause)
  }
  // No lock is left in a folder of others; where there is one, a restore may be filling the folder.
  const found = listFolder(path)
  if (isForeign(found) && !found.includes(LOCK_FILE)) throw foreign(path)
  const lock = takeLock(path)
  try {
    const names = listFolder(path)
    if (isForeign(names)) throw foreign(path)
    chmodSync(path, 0o700)
    const madeBy = names.includes(FORMAT_FILE) ? readFormat(path).mode : mode
    if (madeBy !== mode && !adopt) throw madeByOther(path, mode, madeBy)
    if (madeBy !== mode || !names.includes(FORMAT_FILE)) writeFormat(path, mode)
  } catch (error) {
    lock.close()
    throw error instanceof DataFolderError ? error : unusable(path, error)
  }
  return { path, close: () => lock.close() }
}

/** The folder of a server that is stopped, whatever mode made it; no server opens it until it is closed. Throws `DataFolderError`. */
export function openStoppedFolder(path: string): DataFolder {
  assertSqlite(process.versions.sqlite)
  const lock = takeLock(path)
  try {
    readFormat(path)
  } catch (error) {
    lock.close()
    throw error instanceof DataFolderError ? error : unusable(path, error)
  }
  return { path, close: () => lock.close() }
}

/**
 * A folder that is new or empty, for whoever fills it: nobody else opens or fills it until it is closed. Throws `DataFolderError`, also where somebody
 * has it.
 */
export function openEmptyFolder(path: string): DataFolder {
  const assertEmpty = (): void => {
    if (listFolder(path).every(isOfLock)) return
    throw new DataFolderError(`${path} is not empty. Name a new or an empty folder.`)
  }
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw unusable(path, cause)
  }
  // First, so that no lock is left in a folder of others.
  assertEmpty()
  const lock = takeLock(path)
  try {
    assertEmpty()
  } catch (error) {
    lock.close()
    throw error
  }
  return { path, close: () => lock.close() }
}

/** Older versions can corrupt a write-ahead log that two connections checkpoint (sqlite.org/wal.html, "WAL-reset bug"). */
export function assertSqlite(version: string | undefined): void {
  const parts = (version ?? '0').split('.').map(Number)
  for (const [index, min] of sqliteMin.entries()) {
    const part = parts[index] ?? 0
    if (part > min) return
    if (part < min) {
      throw new DataFolderError(
        `This Node has SQLite ${version}; Hearth needs ${sqliteMin.join('.')} or newer. "npm run hearth" brings a Node that has it.`,
      )
    }
  }
}

function isForeign(names: readonly string[]): boolean {
  return !names.includes(FORMAT_FILE) && !names.every(isOfLock)
}

function foreign(path: string): DataFolderError {
  const text = `The data folder ${path} holds files that are not Hearth's. Name an empty or a new one.`
  return new DataFolderError(text)
}

function isOfLock(name: string): boolean {
  return name.startsWith(LOCK_FILE)
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch (cause) {
    throw unusable(path, cause)
  }
}

function takeLock(path: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 })
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database?.close()
    const errcode = (cause as { errcode?: number }).errcode ?? 0
    // SQLITE_BUSY, with any extension.
    if ((errcode & 0xff) === 5) {
      throw new DataFolderError(`The data folder ${path} is in use by another Hearth.`, { cause })
    }
    throw unusable(path, cause)
  }
}

/** `mode` is undefined where the folder doesn't say it. */
function readFormat(path: string): { mode: DataMode | undefined } {
  let format: unknown
  let mode: unknown
  try {
    const text = readFileSync(join(path, FORMAT_FILE), 'utf8')
    const parsed = JSON.parse(text) as { format?: unknown; mode?: unknown } | null
    format = parsed?.format
    mode = parsed?.mode
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  if (!Number.isInteger(format)) {
    throw new DataFolderError(`The file ${FORMAT_FILE} of the data folder ${path} can't be understood.`)
  }
  if ((format as number) > CURRENT_FORMAT) {
    throw new DataFolderError(
      `The data folder ${path} was written by a newer Hearth (format ${String(format)}; this one knows ${CURRENT_FORMAT}). Start that version.`,
    )
  }
  return { mode: mode === 'start' || mode === 'dev' ? mode : undefined }
}

function madeByOther(path: string, mode: DataMode, madeBy: DataMode | undefined): DataFolderError {
  const maker = madeBy === undefined ? 'does not say which command made it' : `was made by "hearth ${madeBy}"`
  const why =
    mode === 'start'
      ? 'Whoever could reach "hearth dev" may have made accounts in it, the owner of the server too.'
      : 'Under "hearth dev" whoever reaches the server may change everything in it.'
  return new DataFolderError(
    `The data folder ${path} ${maker}. ${why} Name another one with HEARTH_DATA, or take this one over with --adopt-data.`,
  )
}

/** Written aside and renamed, so that the file is whole or absent. */
function writeFormat(path: string, mode: DataMode): void {
  const aside = join(path, `${LOCK_FILE}-format`)
  const file = openSync(aside, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify({ format: CURRENT_FORMAT, mode })}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(aside, join(path, FORMAT_FILE))
}

function unusable(path: string, cause: unknown): DataFolderError {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason = reasons[code ?? ''] ?? `can't be used (${message})`
  return new DataFolderError(`The data folder ${path} ${reason}.`, { cause })
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'is not a folder',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a read-only file system',
  ENOSPC: "can't be written: the disk is full",
  ERR_SQLITE_ERROR: "can't be written: it is read-only, or its disk is full",
}
