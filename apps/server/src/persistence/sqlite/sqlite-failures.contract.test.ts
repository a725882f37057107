import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatusError } from '@hearth/model'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import { faultCodes, FaultSwitch } from './faults.ts'
import { prepareReplacement } from './prepare-replacement.ts'
import { noTerms } from '../../testing/no-terms.ts'
import { everyMigration, migrate } from './schema.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-sqlite-'))
  folders.push(folder)
  return folder
}

/** What two releases made of format 3 under the number 4. */
const formats4 = [
  {
    which: 'without the column',
    sql: `
      CREATE INDEX documents_deleted ON documents(database, version DESC, path) WHERE fields IS NULL;
      CREATE INDEX documents_deleted_of
        ON documents(database, rtrim(path, replace(path, '/', '')), version DESC, path) WHERE fields IS NULL;`,
  },
  {
    which: 'with the column',
    sql: `
      ALTER TABLE documents ADD COLUMN deleted_from TEXT;
      UPDATE documents SET deleted_from = 'a/1/c' WHERE id = 2;
      UPDATE documents SET deleted_from = 'c' WHERE id = 3;
      CREATE INDEX documents_deleted ON documents(database, version DESC, path) WHERE fields IS NULL;
      CREATE INDEX documents_deleted_from
        ON documents(database, deleted_from, version DESC, path) WHERE fields IS NULL;`,
  },
]

const write = { records: [{ space: 's', key: 'k', value: 'v' }] }

describe('SQLite when the disk fails', () => {
  it.each([
    ['a failed fsync', faultCodes.ioerrFsync],
    ['a damaged file', faultCodes.corrupt],
  ])('takes no write after %s, and says so', async (_, code) => {
    const faults = new FaultSwitch()
    const persistence = await SqlitePersistence.open({ folder: await newFolder(), clock: systemClock, faults })
    const store = await persistence.openProject('demo-app')
    faults.failNextCommit(code)
    const outcomes = [store.commit(write), store.commit(write)]
    for (const outcome of outcomes) {
      await expect(outcome).rejects.toMatchObject({ code: 'unavailable', reason: 'OUTCOME_UNKNOWN' })
    }
    expect(await store.latched).toBeInstanceOf(Error)
    await expect(store.commit(write)).rejects.toMatchObject({ code: 'unavailable', reason: 'STORE_LATCHED' })
    expect(await store.getRecord('s', 'k')).toBeUndefined()
    await persistence.close()
  })

  it('says that the disk is full, writes nothing, and goes on when there is space again', async () => {
    const faults = new FaultSwitch()
    const persistence = await SqlitePersistence.open({ folder: await newFolder(), clock: systemClock, faults })
    const store = await persistence.openProject('demo-app')
    faults.failNextCommit(faultCodes.full)
    await expect(store.commit(write)).rejects.toMatchObject({ code: 'resource-exhausted', reason: 'DISK_FULL' })
    expect(await store.getRecord('s', 'k')).toBeUndefined()
    await store.commit(write)
    expect((await store.getRecord('s', 'k'))?.value).toBe('v')
    await persistence.close()
  })

  it('refuses a file of a newer format and leaves it as it is', async () => {
    const folder = await newFolder()
    const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
    await (await persistence.openProject('demo-app')).commit(write)
    await persistence.close()
    const file = join(folder, 'projects', 'demo-app.sqlite')
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 999')
    database.close()
    const again = await SqlitePersistence.open({ folder, clock: systemClock })
    const refused: unknown = await again.openProject('demo-app').catch((error: unknown) => error)
    expect(refused).toMatchObject({ reason: 'DATA_FORMAT_NEWER' })
    expectPathForLogOnly(refused, file)
    await again.close()
  })

  it('brings a file of the first format to the newest, and keeps a copy of it', async () => {
    const folder = await newFolder()
    const first = await SqlitePersistence.open({ folder, clock: systemClock })
    await first.close()
    const file = join(folder, 'projects', 'demo-app.sqlite')
    const database = new DatabaseSync(file)
    migrate(database, file, everyMigration.slice(0, 1))
    database.exec(`
      INSERT INTO records VALUES ('s', 'old', 'kept', 1), ('document-history', 'epoch', '"0011223344556677"', 2);
      UPDATE meta SET version = 30;
      INSERT INTO documents VALUES (1, '(default)', 'c/1', 10, 20, '{"n":2}'), (2, '(default)', 'a/1/c/2', 10, 30, NULL),
        (3, '(default)', 'c/3', 10, 30, NULL);
      INSERT INTO history VALUES (1, 1, 20, 10, 10, '{"n":1}'), (2, 2, 30, 10, 10, '{}'), (3, 3, 30, 10, 10, '{}');
      INSERT INTO changes VALUES (10, 1), (10, 2), (20, 1), (30, 2), (30, 3);
    `)
    database.close()
    const persistence = await SqlitePersistence.open({ folder, clock: { nowMs: () => 0 } })
    const store = await persistence.openProject('demo-app')
    expect((await store.getRecord('s', 'old'))?.value).toBe('kept')
    expect(await store.read(async ({ ground }) => ground)).toEqual({ incarnation: '0011223344556677', catalogue: 0 })
    expect([store.lastVersion(), await store.lastChange()]).toEqual([30, 30])
    const everything = { start: new Uint8Array(), end: Uint8Array.of(0xff) }
    const past = await store.read((snapshot) => snapshot.scanPast(everything, 15, { limit: 10, reverse: false }))
    expect(past.entries.map(({ document }) => `${document?.path} ${document?.json}`)).toEqual([
      'a/1/c/2 {}',
      'c/1 {"n":1}',
      'c/3 {}',
      // In the scope of its group, which the one at the root has not.
      'a/1/c/2 {}',
    ])
    const deletedFrom = async (collection: string) => {
      const scope = { database: '(default)', collection }
      return store.read((snapshot) => snapshot.listDeleted(scope, { after: undefined, limit: 10 }))
    }
    expect(await deletedFrom('a/1/c')).toMatchObject([{ path: 'a/1/c/2', version: 30, lastVersion: 10 }])
    expect(await deletedFrom('c')).toMatchObject([{ path: 'c/3', version: 30, lastVersion: 10 }])
    const change = { database: '(default)', isCreated: false, addedEntries: [], removedEntries: [] }
    const documents = [
      { ...change, path: 'a/1/c/2', json: '{}' },
      { ...change, path: 'c/1', json: undefined },
    ]
    await store.commit({ notBefore: 31, author: 'user:ada', documents })
    expect(await deletedFrom('a/1/c')).toEqual([])
    expect(await deletedFrom('c')).toMatchObject([{ path: 'c/1', version: 31, author: 'user:ada' }, { path: 'c/3' }])
    await persistence.close()
    expect(existsSync(`${file}.format-1`)).toBe(true)
  })

  it.each(formats4)('lists what was deleted in a file of format 4 $which, and in a backup of one', async ({ sql }) => {
    const folder = await newFolder()
    const persistence = await SqlitePersistence.open({ folder, clock: { nowMs: () => 0 } })
    const file = join(folder, 'projects', 'demo-app.sqlite')
    const database = new DatabaseSync(file)
    migrate(database, file, everyMigration.slice(0, 3))
    database.exec(`
      UPDATE meta SET version = 30, documents = 1;
      INSERT INTO documents VALUES (1, '(default)', 'c/1', 10, 20, '{}'), (2, '(default)', 'a/1/c/2', 10, 30, NULL),
        (3, '(default)', 'c/3', 10, 30, NULL);
      INSERT INTO history VALUES (1, 1, 20, 10, 10, '{}'), (2, 2, 30, 10, 10, '{}'), (3, 3, 30, 10, 10, '{}');
      INSERT INTO changes VALUES (10, 1), (20, 1), (30, 2), (30, 3);
      ${sql}
      PRAGMA user_version = 4;
    `)
    database.close()
    const backup = join(folder, 'backup.sqlite')
    await copyFile(file, backup)

    const store = await persistence.openProject('demo-app')
    const deletedFrom = async (collection: string): Promise<readonly string[]> => {
      const scope = { database: '(default)', collection }
      const listed = await store.read((snapshot) => snapshot.listDeleted(scope, { after: undefined, limit: 10 }))
      return listed.map(({ path }) => path)
    }
    expect(await deletedFrom('a/1/c')).toEqual(['a/1/c/2'])
    expect(await deletedFrom('c')).toEqual(['c/3'])
    const change = { database: '(default)', isCreated: false, addedEntries: [], removedEntries: [] }
    await store.commit({ notBefore: 31, author: 'user:ada', documents: [{ ...change, path: 'c/1', json: undefined }] })
    expect(await deletedFrom('c')).toEqual(['c/1', 'c/3'])
    await persistence.close()
    expect(existsSync(`${file}.format-4`)).toBe(true)

    const replaced = join(folder, 'replaced.sqlite')
    await copyFile(file, replaced)
    prepareReplacement({ file: backup, replaced, version: 40, terms: noTerms })
    const restored = new DatabaseSync(backup)
    const [now, then] = [restored, new DatabaseSync(replaced)].map((one) =>
      one.prepare('SELECT incarnation FROM meta').get(),
    )
    expect(now).toEqual({ incarnation: expect.stringMatching(/^[0-9a-f]{16}$/) as string })
    expect(now).not.toEqual(then)
    const rows = restored.prepare('SELECT path, deleted_from FROM documents ORDER BY id').all()
    restored.close()
    expect(rows.map(({ path, deleted_from: from }) => [path, from])).toEqual([
      ['c/1', null],
      ['a/1/c/2', 'a/1/c'],
      ['c/3', 'c'],
    ])
  })

  it('refuses a file that is no database', async () => {
    const folder = await newFolder()
    const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
    const file = join(folder, 'projects', 'demo-app.sqlite')
    await writeFile(file, 'not a database at all, and long enough to have a header'.repeat(99))
    const refused: unknown = await persistence.openProject('demo-app').catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'data-loss' })
    expectPathForLogOnly(refused, file)
    const unverified: unknown = await persistence.verifyCopy(`${file}.absent`).catch((error: unknown) => error)
    expectPathForLogOnly(unverified, `${file}.absent`)
    await persistence.close()
  })

  it('answers resource-exhausted when more waits than the queue holds', async () => {
    const persistence = await SqlitePersistence.open({
      folder: await newFolder(),
      clock: systemClock,
      limits: { queuedBatchesMax: 10 },
    })
    const store = await persistence.openProject('demo-app')
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => store.commit(write)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(40)
    expect(refused[0]?.reason).toMatchObject({ reason: 'WRITE_QUEUE_FULL' })
    await store.commit(write)
    await persistence.close()
  })
})

/** Whoever is answered sees the message and not the cause. */
function expectPathForLogOnly(error: unknown, file: string): void {
  const { message, cause } = error as StatusError
  expect(message).not.toContain(dirname(file))
  expect((cause as Error).message).toContain(file)
}
