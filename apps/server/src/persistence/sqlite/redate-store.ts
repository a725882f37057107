import type { DatabaseSync } from 'node:sqlite'
import type { RecordsInPlace, RedatedStore, RedatingTerms } from '../store-redating.ts'
import { openAlone } from './prepare-replacement.ts'
import { migrate, NEW_INCARNATION } from './schema.ts'

const RECORDS_PER_READ = 500
/** Every place where a version is, as an update needs it. */
const versionColumns = [
  ['documents', 'create_version'],
  ['documents', 'version'],
  ['history', 'until'],
  ['history', 'create_version'],
  ['history', 'version'],
  ['changes', 'version'],
  ['authors', 'version'],
  ['fed_records', 'version'],
  ['meta', 'version'],
  ['meta', 'changed'],
] as const

/**
 * Dates anew what a clock that was ahead has dated after the present, in one transaction: versions keep their order and stay different from one
 * another, just before the present. Reads of the past and listeners of before begin anew. The file must be nobody else's. Throws what the engine
 * throws; the store is as it was then.
 */
export function redateStore(file: string, terms: RedatingTerms): RedatedStore {
  const database = openAlone(file)
  try {
    migrate(database, file)
    database.exec('BEGIN IMMEDIATE')
    const { commits, documents } = redateVersions(database, terms)
    const records = new Records(database)
    terms.redateRecords(records)
    const changed = records.write()
    database.exec(terms.apply ? 'COMMIT' : 'ROLLBACK')
    return { commits, documents, records: changed }
  } finally {
    database.close()
  }
}

function redateVersions(
  database: DatabaseSync,
  { nowMs, latestMs }: RedatingTerms,
): Pick<RedatedStore, 'commits' | 'documents'> {
  const latest = latestMs * 1000
  database.exec('CREATE TEMP TABLE redated(wrong INTEGER PRIMARY KEY, version INTEGER)')
  for (const [table, column] of versionColumns) {
    database
      .prepare(`INSERT OR IGNORE INTO redated(wrong) SELECT ${column} FROM main.${table} WHERE ${column} > ?`)
      .run(latest)
  }
  const { commits } = database.prepare('SELECT count(*) AS commits FROM redated').get() as { commits: number }
  if (commits === 0) return { commits: 0, documents: 0 }
  const highest = versionColumns.map(
    ([table, column]) => `SELECT max(${column}) AS version FROM main.${table} WHERE ${column} <= ?1`,
  )
  const { right } = database
    .prepare(`SELECT max(version) AS right FROM (${highest.join(' UNION ALL ')})`)
    .get(latest) as {
    right: number | null
  }
  const before = Math.max(right ?? 0, nowMs * 1000 - commits)
  database.exec(`
    UPDATE redated SET version = ${before} + place
    FROM (SELECT wrong AS of, row_number() OVER (ORDER BY wrong) AS place FROM redated) WHERE wrong = of`)
  const { documents } = database
    .prepare('SELECT count(*) AS documents FROM documents WHERE version > ?')
    .get(latest) as {
    documents: number
  }
  for (const [table, column] of versionColumns) {
    database
      .prepare(
        `UPDATE main.${table} SET ${column} = (SELECT redated.version FROM redated WHERE redated.wrong = ${table}.${column}) WHERE ${column} > ?`,
      )
      .run(latest)
  }
  database.exec(`UPDATE meta SET collected = version, incarnation = ${NEW_INCARNATION}`)
  return { commits, documents }
}

/** Changes wait until all are known: nobody writes where he reads. */
class Records implements RecordsInPlace {
  readonly #database: DatabaseSync
  readonly #changed = new Map<string, { readonly space: string; readonly key: string; readonly value: string }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  *each(): Iterable<{ space: string; key: string; value: string }> {
    const page = this.#database.prepare(
      'SELECT space, key, value FROM records WHERE (space, key) > (?, ?) ORDER BY space, key LIMIT ?',
    )
    let last = { space: '', key: '' }
    for (;;) {
      const rows = page.all(last.space, last.key, RECORDS_PER_READ) as { space: string; key: string; value: string }[]
      yield* rows
      if (rows.length < RECORDS_PER_READ) return
      last = rows.at(-1) ?? last
    }
  }

  get(space: string, key: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM records WHERE space = ? AND key = ?').get(space, key)
    return row?.['value'] as string | undefined
  }

  set(space: string, key: string, value: string): void {
    this.#changed.set(JSON.stringify([space, key]), { space, key, value })
  }

  /** Returns how many there are. */
  write(): number {
    const { revision } = this.#database.prepare('SELECT revision FROM meta').get() as { revision: number }
    const set = this.#database.prepare(
      `INSERT INTO records(space, key, value, revision) VALUES (?, ?, ?, ?)
       ON CONFLICT(space, key) DO UPDATE SET value = excluded.value, revision = excluded.revision`,
    )
    let next = revision
    for (const { space, key, value } of this.#changed.values()) set.run(space, key, value, ++next)
    this.#database.prepare('UPDATE meta SET revision = ?').run(next)
    return this.#changed.size
  }
}
