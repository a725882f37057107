import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { everyMigration, migrate } from './schema.ts'

it('computes nothing from a row when it is written, whatever the length of its name', () => {
  using database = new DatabaseSync(':memory:')
  migrate(database, ':memory:', everyMigration)
  expect(computedIn(database)).toEqual([])
  // What the search above is for.
  database.exec(`
    CREATE INDEX trimmed ON documents(rtrim(path, replace(path, '/', '')));
    CREATE INDEX few ON documents(path) WHERE instr(path, '/') = 1;
    ALTER TABLE documents ADD COLUMN shouted TEXT AS (upper(path)) VIRTUAL;
    CREATE TRIGGER noted AFTER DELETE ON documents BEGIN SELECT 1; END;
  `)
  expect(computedIn(database)).toEqual(['documents', 'few', 'noted', 'trimmed'])
})

/** Indexes over expressions, or of some rows by more than whether a column is there; tables with generated columns; triggers. */
function computedIn(database: DatabaseSync): unknown[] {
  return database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger'
          OR type = 'index' AND EXISTS (SELECT 1 FROM pragma_index_xinfo(sqlite_schema.name) WHERE cid = -2)
          OR type = 'index' AND sql LIKE '% WHERE %' AND sql NOT LIKE '% WHERE fields IS NULL'
          OR type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_xinfo(sqlite_schema.name) WHERE hidden > 0)
        ORDER BY name`,
    )
    .all()
    .map(({ name }) => name)
}
