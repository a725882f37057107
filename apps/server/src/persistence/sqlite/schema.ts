import { existsSync, fsyncSync, openSync, closeSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { nameKeysOf, parentPath, StatusError } from '@hearth/model'
import { ofFile } from './sqlite-errors.ts'

/** `HRTH`: marks a file as ours in its header. */
const APPLICATION_ID = 0x48525448

/** In SQL: a name for a history that nobody knows. */
export const NEW_INCARNATION = 'lower(hex(randomblob(8)))'

/** One step of the format: from `user_version` n (its place in the list) to n + 1. Runs inside a transaction. */
export type Migration = (database: DatabaseSync) => void

/**
 * Format 1.
 *
 * - `documents` holds the newest version of each. A deleted document stays as a row without fields (a tombstone) as
 *   long as its history is kept, so that `id` names it in `history` and `changes`.
 * - `idx` is the one ordered table of index keys; see packages/model for what a key says.
 * - `history` holds each earlier version with the version that ended it (`until`).
 * - `changes` says which documents each commit changed.
 * - `meta` is one row: the newest version, the newest record revision, the version up to which history and changes were
 *   collected (reads at or after it are exact), and how many documents there are.
 */
function createFormat1(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE meta(
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      collected INTEGER NOT NULL,
      documents INTEGER NOT NULL
    ) STRICT;
    INSERT INTO meta VALUES (1, 0, 0, 0, 0);

    CREATE TABLE documents(
      id INTEGER PRIMARY KEY,
      database TEXT NOT NULL,
      path TEXT NOT NULL,
      create_version INTEGER NOT NULL,
      version INTEGER NOT NULL,
      fields TEXT
    ) STRICT;
    CREATE UNIQUE INDEX documents_path ON documents(database, path);

    CREATE TABLE idx(k BLOB PRIMARY KEY, document INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE history(
      id INTEGER PRIMARY KEY,
      document INTEGER NOT NULL,
      until INTEGER NOT NULL,
      create_version INTEGER NOT NULL,
      version INTEGER NOT NULL,
      fields TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX history_document ON history(document, until);

    CREATE TABLE changes(
      version INTEGER NOT NULL,
      document INTEGER NOT NULL,
      PRIMARY KEY (version, document)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE records(
      space TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (space, key)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** Format 2: `authors` says who made a commit, as long as its history is kept; nothing of those that name nobody. */
function createFormat2(database: DatabaseSync): void {
  database.exec('CREATE TABLE authors(version INTEGER PRIMARY KEY, author TEXT NOT NULL) STRICT')
}

/**
 * Format 3: `past` has the keys of the name of every document of which there is history, deleted ones included, so that reads of
 * the past find those of a collection, a group or a tree, in the order of their names.
 */
function createFormat3(database: DatabaseSync): void {
  database.exec('CREATE TABLE past(k BLOB PRIMARY KEY, document INTEGER NOT NULL) STRICT, WITHOUT ROWID')
  const insert = database.prepare('INSERT INTO past VALUES (?, ?)')
  const documents = database.prepare(
    'SELECT id, database, path FROM documents WHERE id IN (SELECT document FROM history)',
  )
  for (const row of documents.iterate()) {
    const { id, database: of, path } = row as { id: number; database: string; path: string }
    for (const key of nameKeysOf(of, path)) insert.run(key, id)
  }
}

/**
 * Format 4: the documents that are deleted and of which history knows, the newest first. A file that has it already has more: it was pushed
 * with an index over an expression, `documents_deleted_of`, and once more with what format 5 has now.
 */
function createFormat4(database: DatabaseSync): void {
  database.exec('CREATE INDEX documents_deleted ON documents(database, version DESC, path) WHERE fields IS NULL')
}

/**
 * Format 5: those of each collection. `deleted_from` is the path of a deleted document's collection, and nothing while the document is there.
 * Whoever writes a row says it: SQLite can take a path apart only in time that grows with the square of its length.
 */
function createFormat5(database: DatabaseSync): void {
  database.exec('DROP INDEX IF EXISTS documents_deleted_of')
  const hasColumn = database.prepare(`SELECT 1 FROM pragma_table_info('documents') WHERE name = 'deleted_from'`).get()
  if (hasColumn !== undefined) return
  database.exec('ALTER TABLE documents ADD COLUMN deleted_from TEXT')
  const update = database.prepare('UPDATE documents SET deleted_from = ? WHERE id = ?')
  const deleted = database.prepare('SELECT id, path FROM documents WHERE fields IS NULL')
  for (const row of deleted.iterate()) {
    const { id, path } = row as { id: number; path: string }
    update.run(parentPath(path), id)
  }
  database.exec(
    'CREATE INDEX documents_deleted_from ON documents(database, deleted_from, version DESC, path) WHERE fields IS NULL',
  )
}

/**
 * Format 6: every batch has a version, those without documents too; `changed` is the newest version that changed documents. `incarnation` names
 * the history that versions belong to, which was a record before, and `catalogue` counts the changes of what plans rest on.
 */
function createFormat6(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE meta ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN incarnation TEXT NOT NULL DEFAULT '';
    ALTER TABLE meta ADD COLUMN catalogue INTEGER NOT NULL DEFAULT 0;
    UPDATE meta SET changed = version, incarnation = coalesce(
      (SELECT json_extract(value, '$') FROM records WHERE space = 'document-history' AND key = 'epoch'),
      ${NEW_INCARNATION}
    );
    DELETE FROM records WHERE space = 'document-history'`)
}

/** Format 7: `fed_records` names the records of watched spaces that a batch changed, as long as `changes` names its documents. */
function createFormat7(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE fed_records(
      version INTEGER NOT NULL,
      space TEXT NOT NULL,
      key TEXT NOT NULL,
      PRIMARY KEY (version, space, key)
    ) STRICT, WITHOUT ROWID`)
}

/** A step that was pushed is never written anew: whoever has its format would be left out. What it lacks is another step's. */
export const everyMigration: readonly Migration[] = [
  createFormat1,
  createFormat2,
  createFormat3,
  createFormat4,
  createFormat5,
  createFormat6,
  createFormat7,
]

/**
 * Brings a file to the newest format, all steps in one transaction. A file that already holds data is copied to
 * `<file>.format-<n>` first, which is the way back to an older release.
 *
 * Throws `failed-precondition`/`DATA_FORMAT_NEWER` for a file of a newer release, `data-loss`/`DATA_DAMAGED` for a file
 * that is a database but not ours.
 */
export function migrate(database: DatabaseSync, file: string, migrations: readonly Migration[] = everyMigration): void {
  const format = readPragma(database, 'user_version')
  const application = readPragma(database, 'application_id')
  if (format === 0 && application === 0 && isEmpty(database)) {
    runMigrations(database, migrations, 0)
    return
  }
  assertOwnFormat(database, file, migrations.length)
  if (format === migrations.length) return
  snapshotBefore(database, `${file}.format-${format}`)
  runMigrations(database, migrations, format)
}

/** Throws `data-loss`/`DATA_DAMAGED` for what is not ours, `failed-precondition`/`DATA_FORMAT_NEWER` for what a newer release wrote. */
export function assertOwnFormat(database: DatabaseSync, file: string, supported = everyMigration.length): void {
  const format = readPragma(database, 'user_version')
  if (readPragma(database, 'application_id') !== APPLICATION_ID) {
    throw new StatusError('data-loss', 'DATA_DAMAGED', 'The data file was not written by Hearth.', {
      cause: ofFile(file),
    })
  }
  if (format <= supported) return
  const text = `The data file has format ${format}, but this release knows formats up to ${supported}. Start a newer release, or restore the copy made before the upgrade.`
  throw new StatusError('failed-precondition', 'DATA_FORMAT_NEWER', text, {
    details: { format, supported },
    cause: ofFile(file),
  })
}

function runMigrations(database: DatabaseSync, migrations: readonly Migration[], from: number): void {
  database.exec('BEGIN EXCLUSIVE')
  try {
    for (const step of migrations.slice(from)) step(database)
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}; COMMIT`)
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** A copy under a temporary name, synced, then renamed: the copy is whole or absent. A whole one is never overwritten. */
function snapshotBefore(database: DatabaseSync, target: string): void {
  if (existsSync(target)) return
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  database.prepare('VACUUM INTO ?').run(partial)
  syncPath(partial)
  renameSync(partial, target)
  syncPath(dirname(target))
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
}

function readPragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, number>
  return row[name] ?? 0
}
