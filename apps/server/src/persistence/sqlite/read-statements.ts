import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Longer documents are read one by one, until a page has as much text as it may. */
const LONG_BYTES = 16 * 1024

/** The statements of a connection that reads. */
export function prepareStatements(database: DatabaseSync) {
  // A bare parameter as a limit makes SQLite prepare the statement anew with each value: `+?` hides it from the planner.
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  // The number of its bytes is in front of a row: what is long is not read for it. One column less costs less than the question.
  const fieldsOrId = (row: string) =>
    `CASE WHEN octet_length(${row}.fields) <= ${LONG_BYTES} THEN ${row}.fields ELSE ${row}.id END`
  // CROSS JOIN keeps the order of the loops: first the index, then its documents.
  const scan = (order: string) =>
    prepare(`
      SELECT CASE WHEN length(i.k) >= ? THEN i.k END, d.database, d.path, d.create_version, d.version, ${fieldsOrId('d')}
      FROM idx i CROSS JOIN documents d ON d.id = i.document
      WHERE i.k >= ? AND i.k < ? ORDER BY i.k ${order} LIMIT +?`)
  const scanKeys = (order: string) => prepare(`SELECT k FROM idx WHERE k >= ? AND k < ? ORDER BY k ${order} LIMIT +?`)
  const findKey = (order: string) =>
    prepare(`SELECT k FROM idx WHERE k >= ? AND k < ? ORDER BY k ${order} LIMIT 1 OFFSET +?`)
  // The state that ended next after a version, unless it began after it: then there was no document.
  const scanPast = (order: string) =>
    prepare(`
      SELECT p.k, d.database, d.path, h.create_version, h.version, ${fieldsOrId('h')}
      FROM past p CROSS JOIN documents d ON d.id = p.document
      LEFT JOIN history h ON h.id = (
        SELECT id FROM history WHERE document = p.document AND until > ? ORDER BY until LIMIT 1
      ) AND h.version <= ?
      WHERE p.k >= ? AND p.k < ? ORDER BY p.k ${order} LIMIT +?`)
  const deleted = (scope: string, where: string) =>
    prepare(`
      SELECT d.path, d.version, a.author, (SELECT version FROM history WHERE document = d.id AND until = d.version)
      FROM documents d LEFT JOIN authors a ON a.version = d.version
      WHERE d.database = ? ${scope} AND d.fields IS NULL AND ${where} ORDER BY d.version DESC, d.path LIMIT +?`)
  const deletedIn = (scope: string) => ({
    rest: deleted(scope, 'd.version = ? AND d.path > ?'),
    older: deleted(scope, 'd.version < ?'),
  })
  const records = (end: string, order: string) =>
    prepare(`
      SELECT key, value, revision FROM records
      WHERE space = ? AND key >= ? ${end} ORDER BY key ${order} LIMIT +?`)
  return {
    begin: prepare('BEGIN DEFERRED'),
    commit: prepare('COMMIT'),
    head: prepare('SELECT version, incarnation, catalogue FROM meta'),
    collected: prepare('SELECT collected FROM meta'),
    documentCount: prepare('SELECT documents FROM meta'),
    lastChange: prepare('SELECT changed FROM meta'),
    document: prepare(`
      SELECT create_version, version, fields FROM documents
      WHERE database = ? AND path = ? AND fields IS NOT NULL`),
    documentState: prepare('SELECT id, create_version, version, fields FROM documents WHERE database = ? AND path = ?'),
    history: prepare(`
      SELECT create_version, version, fields FROM history
      WHERE document = ? AND until > ? ORDER BY until LIMIT 1`),
    historyBefore: prepare(`
      SELECT until, create_version, version, fields FROM history
      WHERE document = ? AND until <= ? ORDER BY until DESC LIMIT +?`),
    deleted: deletedIn(''),
    deletedFrom: deletedIn('AND d.deleted_from = ?'),
    historyUntil: prepare('SELECT create_version, version, fields FROM history WHERE document = ? AND until = ?'),
    fed: prepare(`
      SELECT c.version, d.id, d.database, d.path, a.author, d.create_version, d.version
      FROM changes c CROSS JOIN documents d ON d.id = c.document LEFT JOIN authors a ON a.version = c.version
      WHERE c.version > ? ORDER BY c.version, c.document LIMIT +?`),
    fedAt: prepare(`
      SELECT c.version, d.id, d.database, d.path, a.author, d.create_version, d.version
      FROM changes c CROSS JOIN documents d ON d.id = c.document LEFT JOIN authors a ON a.version = c.version
      WHERE c.version = ? ORDER BY c.document`),
    fedRecords: prepare('SELECT version, space, key FROM fed_records WHERE version > ? ORDER BY version LIMIT +?'),
    fedRecordsAt: prepare('SELECT version, space, key FROM fed_records WHERE version = ?'),
    author: prepare('SELECT author FROM authors WHERE version = ?'),
    fields: prepare('SELECT fields FROM documents WHERE id = ?'),
    pastFields: prepare('SELECT fields FROM history WHERE id = ?'),
    scan: scan('ASC'),
    scanReverse: scan('DESC'),
    scanKeys: scanKeys('ASC'),
    scanKeysReverse: scanKeys('DESC'),
    findKey: findKey('ASC'),
    findKeyReverse: findKey('DESC'),
    countIndex: prepare('SELECT count(*) FROM (SELECT 1 FROM idx WHERE k >= ? AND k < ? LIMIT +?)'),
    scanPast: scanPast('ASC'),
    scanPastReverse: scanPast('DESC'),
    countPast: prepare('SELECT count(*) FROM (SELECT 1 FROM past WHERE k >= ? AND k < ? LIMIT +?)'),
    countChanges: prepare('SELECT count(*) FROM (SELECT 1 FROM changes WHERE version > ? LIMIT +?)'),
    changes: prepare(`
      SELECT c.version, d.database, d.path, a.author
      FROM changes c CROSS JOIN documents d ON d.id = c.document LEFT JOIN authors a ON a.version = c.version
      WHERE c.version > ? ORDER BY c.version, c.document LIMIT +?`),
    changesOf: prepare(`
      SELECT c.version, d.database, d.path, a.author
      FROM changes c CROSS JOIN documents d ON d.id = c.document LEFT JOIN authors a ON a.version = c.version
      WHERE c.version = ? ORDER BY c.document`),
    record: prepare('SELECT value, revision FROM records WHERE space = ? AND key = ?'),
    records: records('AND key < ?', 'ASC'),
    recordsReverse: records('AND key < ?', 'DESC'),
    recordsFrom: records('', 'ASC'),
    recordsFromReverse: records('', 'DESC'),
  }
}
