import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { nameKeysOf, StatusError } from '@hearth/model'
import type { LivingSpace, ReplacementTerms, StoreCopy } from '../store-copy.ts'
import { countStore } from './copy-store.ts'
import { everyMigration, migrate, NEW_INCARNATION } from './schema.ts'

export interface Preparation {
  /** An earlier state of the store, in the newest or an older format. */
  readonly file: string
  /** The store's own file, closed by all others. */
  readonly replaced: string
  /** Above every version that was handed out. */
  readonly version: number
  readonly terms: ReplacementTerms
}

/**
 * Makes an earlier state fit to go on where the store is: one file without a log, in one transaction, durable. What the store itself holds
 * stays as it is, in one file too. Returns what that is, without a digest.
 *
 * Documents count as rewritten now where they are not what they are in the store, the deleted ones too: clients pass over what is older than
 * what they know. Reads of the past end here, since what they would show of the time between never was.
 */
export function prepareReplacement({ file, replaced, version, terms }: Preparation): StoreCopy {
  const before = openAlone(replaced)
  let counted: Pick<StoreCopy, 'version' | 'documents' | 'records'>
  try {
    counted = countStore(before)
  } finally {
    before.close()
  }
  const database = openAlone(file)
  try {
    migrate(database, file)
    database.prepare('ATTACH ? AS now').run(replaced)
    database.exec('BEGIN IMMEDIATE')
    const revision = nextRevision(database)
    for (const space of terms.keptSpaces) keepSpace(database, space)
    for (const space of terms.sharedSpaces) shareSpace(database, space)
    for (const { space, field } of terms.risingFields) raiseField(database, space, field)
    for (const { space, field } of terms.returnFields) noteReturn(database, { space, field, version })
    for (const patch of terms.returnPatches) patchReturned(database, patch)
    for (const space of terms.livingSpaces) keepLiving(database, space)
    for (const tenants of terms.returnedTenants) patchTenants(database, tenants)
    for (const flag of terms.lastingFlags) keepFlag(database, flag)
    for (const { space, path } of terms.shrinkingLists) shrinkList(database, space, path)
    for (const space of terms.droppedSpaces) dropSpace(database, space)
    noteLeftovers(database, terms.leftovers, revision)
    rewriteChanged(database, version)
    database
      .prepare(
        `UPDATE meta SET version = ?1, changed = ?1, revision = ?2, collected = ?1, incarnation = ${NEW_INCARNATION}`,
      )
      .run(version, revision)
    database.exec('COMMIT; DETACH now')
  } finally {
    database.close()
  }
  removeFormatCopies(file)
  return { ...counted, sizeBytes: 0, sha256: '' }
}

/** The way back from a new format is the backup itself. */
export function removeFormatCopies(file: string): void {
  for (let format = 1; format < everyMigration.length; format++) rmSync(`${file}.format-${format}`, { force: true })
}

/** In the mode in which a file has no log beside it; what the log still held is in the file then. */
export function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: false })
  try {
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as { journal_mode: string }
    if (mode !== 'delete') {
      throw new StatusError('unavailable', 'STORE_BUSY', 'The data file is in use by somebody else. Try again.')
    }
    database.exec('PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A space and those of tenants with its name, as ranges of the key: '@' is followed by 'A'. */
const inSpace = (table: string): string =>
  `(${table}.space = ?1 OR (${table}.space >= ?1 || '@' AND ${table}.space < ?1 || 'A'))`
const SAME_RECORD = 'other.space = records.space AND other.key = records.key'
const IS_GONE_NOW = `NOT EXISTS (SELECT 1 FROM now.records AS other WHERE ${SAME_RECORD})`

function keepSpace(database: DatabaseSync, space: string): void {
  dropSpace(database, space)
  database.prepare(`INSERT INTO main.records SELECT * FROM now.records AS other WHERE ${inSpace('other')}`).run(space)
}

function shareSpace(database: DatabaseSync, space: string): void {
  const there = `SELECT 1 FROM now.records AS other WHERE ${SAME_RECORD}`
  database
    .prepare(`DELETE FROM main.records AS records WHERE ${inSpace('records')} AND NOT EXISTS (${there})`)
    .run(space)
  const current = `SELECT value, revision FROM now.records AS other WHERE ${SAME_RECORD}`
  database
    .prepare(`UPDATE main.records AS records SET (value, revision) = (${current}) WHERE ${inSpace('records')}`)
    .run(space)
}

function raiseField(database: DatabaseSync, space: string, field: string): void {
  const current = `(SELECT json_extract(other.value, ?2) FROM now.records AS other WHERE ${SAME_RECORD})`
  database
    .prepare(
      `UPDATE main.records AS records SET value = json_set(value, ?2, ${current})
       WHERE ${inSpace('records')} AND ${current} > coalesce(json_extract(value, ?2), 0)`,
    )
    .run(space, `$.${field}`)
}

function noteReturn(
  database: DatabaseSync,
  { space, field, version }: { readonly space: string; readonly field: string; readonly version: number },
): void {
  database
    .prepare(
      `UPDATE main.records AS records SET value = json_set(value, ?2, max(CAST(?3 AS INTEGER), coalesce(json_extract(value, ?2), 0)))
       WHERE ${inSpace('records')} AND ${IS_GONE_NOW}`,
    )
    .run(space, `$.${field}`, Math.floor(version / 1_000_000) + 1)
}

function patchReturned(database: DatabaseSync, { space, fields }: ReplacementTerms['returnPatches'][number]): void {
  database
    .prepare(
      `UPDATE main.records AS records SET value = json_patch(value, ?2) WHERE ${inSpace('records')} AND ${IS_GONE_NOW}`,
    )
    .run(space, JSON.stringify(fields))
}

function patchTenants(database: DatabaseSync, terms: ReplacementTerms['returnedTenants'][number]): void {
  const returned = `FROM main.records AS records WHERE records.space = ?1 AND ${IS_GONE_NOW}`
  database
    .prepare(
      `INSERT OR IGNORE INTO main.records(space, key, value, revision)
       SELECT ?2 || '@' || records.key, ?3, '{}', records.revision ${returned}`,
    )
    .run(terms.space, terms.ofTenant, terms.key)
  database
    .prepare(
      `UPDATE main.records SET value = json_patch(value, ?4)
       WHERE key = ?3 AND space IN (SELECT ?2 || '@' || records.key ${returned})`,
    )
    .run(terms.space, terms.ofTenant, terms.key, JSON.stringify(terms.fields))
}

function keepFlag(database: DatabaseSync, { space, field, made }: ReplacementTerms['lastingFlags'][number]): void {
  database
    .prepare(
      `INSERT OR IGNORE INTO main.records(space, key, value, revision)
       SELECT space, key, value, revision FROM now.records WHERE space = ?1 AND key = ?2`,
    )
    .run(space, made)
  database
    .prepare(
      `UPDATE main.records AS records SET value = json_set(value, ?2, json('true')) WHERE space = ?1
       AND EXISTS (SELECT 1 FROM now.records AS other WHERE ${SAME_RECORD} AND json_extract(other.value, ?2))`,
    )
    .run(space, `$.${field}`)
}

function keepLiving(database: DatabaseSync, { space, earlierFields, ledToBy }: LivingSpace): void {
  for (const path of ledToBy) stopReturns(database, space, path)
  const earlier = earlierFields.map((field) => `'${field}', json_extract(records.value, '$.${field}')`).join(', ')
  const value = earlierFields.length === 0 ? 'other.value' : `json_patch(other.value, json_object(${earlier}))`
  database
    .prepare(
      `UPDATE main.records AS records
       SET (value, revision) = (SELECT ${value}, other.revision FROM now.records AS other WHERE ${SAME_RECORD})
       WHERE ${inSpace('records')} AND NOT ${IS_GONE_NOW}`,
    )
    .run(space)
  for (const path of ledToBy) keepPaths(database, space, path)
}

/** The record of `space`, of the same tenant, that a record of another space leads to. */
const ledTo = (records: string, leading: string): string =>
  `SELECT 1 FROM ${records} AS target
   WHERE target.space = ?2 || substr(${leading}.space, length(?1) + 1) AND target.key = json_extract(${leading}.value, ?3)`

function stopReturns(database: DatabaseSync, space: string, path: LivingSpace['ledToBy'][number]): void {
  database
    .prepare(
      `DELETE FROM main.records AS records WHERE (space, key) IN (
         SELECT ?2 || substr(mine.space, length(?1) + 1), json_extract(mine.value, ?3)
         FROM main.records AS mine JOIN now.records AS other ON other.space = mine.space AND other.key = mine.key
         WHERE ${inSpace('mine')} AND json_extract(other.value, ?3) <> json_extract(mine.value, ?3)
           AND EXISTS (${ledTo('main.records', 'other')}))
       AND ${IS_GONE_NOW}`,
    )
    .run(path.space, space, `$.${path.field}`)
}

function keepPaths(database: DatabaseSync, space: string, path: LivingSpace['ledToBy'][number]): void {
  const about = [path.space, space, `$.${path.field}`]
  database
    .prepare(
      `DELETE FROM main.records AS records WHERE ${inSpace('records')}
       AND (EXISTS (${ledTo('now.records', 'records')}) OR NOT EXISTS (${ledTo('main.records', 'records')}))`,
    )
    .run(...about)
  database
    .prepare(
      `INSERT OR REPLACE INTO main.records(space, key, value, revision)
       SELECT space, key, value, revision FROM now.records AS other
       WHERE ${inSpace('other')} AND EXISTS (${ledTo('main.records', 'other')})`,
    )
    .run(...about)
}

function shrinkList(database: DatabaseSync, space: string, path: string): void {
  const still = `SELECT held.value FROM now.records AS other, json_each(other.value, ?2) AS held WHERE ${SAME_RECORD}`
  const list = `SELECT json_group_array(item.value) FROM json_each(records.value, ?2) AS item WHERE item.value IN (${still})`
  database
    .prepare(
      `UPDATE main.records AS records SET value = json_set(value, ?2, json((${list})))
       WHERE ${inSpace('records')} AND json_array_length(value, ?2) > 0`,
    )
    .run(space, path)
}

/** Those of tenants too. */
export function dropSpace(database: DatabaseSync, space: string): void {
  database.prepare(`DELETE FROM main.records AS records WHERE ${inSpace('records')}`).run(space)
}

function noteLeftovers(database: DatabaseSync, terms: ReplacementTerms['leftovers'], revision: number): void {
  const { space, namedBy, usedBy, field } = terms
  const path = `$.${field}`
  dropSpace(database, space)
  const insert = `INSERT OR IGNORE INTO main.records(space, key, value, revision)`
  database.prepare(`${insert} SELECT space, key, value, ?2 FROM now.records WHERE space = ?1`).run(space, revision)
  for (const names of namedBy) {
    database
      .prepare(`${insert} SELECT ?1, json_extract(value, ?2), '{}', ?3 FROM now.records WHERE space = ?4`)
      .run(space, path, revision, names)
  }
  database
    .prepare(
      `DELETE FROM main.records WHERE space = ?1
       AND key IN (SELECT json_extract(value, ?2) FROM main.records WHERE space = ?3)`,
    )
    .run(space, path, usedBy)
}

/** As if each document that is another now were written again with what it was. */
function rewriteChanged(database: DatabaseSync, version: number): void {
  database.exec('CREATE TEMP TABLE rewritten(id INTEGER PRIMARY KEY)')
  database.exec(`
    INSERT INTO rewritten
    SELECT earlier.id FROM main.documents AS earlier
    LEFT JOIN now.documents AS other ON other.database = earlier.database AND other.path = earlier.path
    WHERE earlier.fields IS NOT NULL
      AND (other.id IS NULL OR other.fields IS NULL OR other.version <> earlier.version)`)
  const insertPast = database.prepare('INSERT INTO main.past VALUES (?, ?) ON CONFLICT(k) DO NOTHING')
  const names = database.prepare('SELECT id, database, path FROM main.documents WHERE id IN (SELECT id FROM rewritten)')
  for (const row of names.iterate()) {
    const { id, database: of, path } = row as { id: number; database: string; path: string }
    for (const key of nameKeysOf(of, path)) insertPast.run(key, id)
  }
  database
    .prepare(
      `INSERT INTO main.history(document, until, create_version, version, fields)
       SELECT id, ?, create_version, version, fields FROM main.documents WHERE id IN (SELECT id FROM rewritten)`,
    )
    .run(version)
  database.prepare('UPDATE main.documents SET version = ? WHERE id IN (SELECT id FROM rewritten)').run(version)
  database.prepare('INSERT INTO main.changes SELECT ?, id FROM rewritten').run(version)
}

/** Above every one of both. */
function nextRevision(database: DatabaseSync): number {
  const row = database
    .prepare('SELECT max((SELECT revision FROM main.meta), (SELECT revision FROM now.meta)) + 1 AS revision')
    .get() as { revision: number }
  return row.revision
}
