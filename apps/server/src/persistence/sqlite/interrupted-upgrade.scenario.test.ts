import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import type { ProjectStore } from '../persistence.ts'
import { noTerms } from '../../testing/no-terms.ts'
import { everyMigration, migrate } from './schema.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

const OLD_FORMAT = 5
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A data folder with a project of the old format, as a release that has been stopped leaves it. */
async function oldProject(): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-upgrade-'))
  folders.push(folder)
  await mkdir(join(folder, 'projects'))
  const file = join(folder, 'projects', 'demo-app.sqlite')
  using database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL')
  migrate(database, file, everyMigration.slice(0, OLD_FORMAT))
  database.exec(`
    UPDATE meta SET version = 30, revision = 2, documents = 1;
    INSERT INTO records VALUES ('s', 'k', 'kept', 1), ('document-history', 'epoch', '"0011223344556677"', 2);
    INSERT INTO documents VALUES (1, '(default)', 'c/1', 10, 20, '{"n":2}', NULL), (2, '(default)', 'c/2', 10, 30, NULL, 'c');
    INSERT INTO history VALUES (1, 1, 20, 10, 10, '{"n":1}'), (2, 2, 30, 10, 10, '{}');
    INSERT INTO changes VALUES (10, 1), (10, 2), (20, 1), (30, 2);
  `)
  return { folder, file }
}

/** Upgrades in a process of its own, which is killed after so many steps, before they are committed. */
async function upgradeUntilKilled(file: string, steps: number): Promise<void> {
  const modules = ['connection.ts', 'schema.ts'].map((name) => JSON.stringify(join(import.meta.dirname, name)))
  const program = `
    const { openForWriting } = await import(${modules[0]})
    const { everyMigration, migrate } = await import(${modules[1]})
    const halt = () => {
      process.stdout.write('halted')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
    const at = ${OLD_FORMAT + steps}
    migrate(openForWriting(${JSON.stringify(file)}, 1024), ${JSON.stringify(file)}, [...everyMigration.slice(0, at), halt])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown]
  expect(String(said)).toBe('halted')
  child.kill('SIGKILL')
  await ended
}

async function expectWhole(store: ProjectStore): Promise<void> {
  expect((await store.getRecord('s', 'k'))?.value).toBe('kept')
  expect(await store.getRecord('document-history', 'epoch')).toBeUndefined()
  expect([store.lastVersion(), await store.lastChange(), await store.documentCount()]).toEqual([30, 30, 1])
  await store.read(async (snapshot) => {
    expect(snapshot.ground).toEqual({ incarnation: '0011223344556677', catalogue: 0 })
    const [then] = await snapshot.getDocumentsAt([{ database: '(default)', path: 'c/1' }], 15)
    expect(then).toMatchObject({ updateTime: 10, json: '{"n":1}' })
    expect((await snapshot.changesAfter(0, 10)).map(({ version }) => version)).toEqual([10, 10, 20, 30])
  })
}

const record = { records: [{ space: 's', key: 'new', value: 'v' }] }

test.each(everyMigration.slice(OLD_FORMAT).map((_, step) => step + 1))(
  'a process killed after %i steps of an upgrade leaves the old file, which the next one upgrades',
  async (steps) => {
    const { folder, file } = await oldProject()
    // Another was killed as it made the copy.
    await writeFile(`${file}.format-${OLD_FORMAT}.partial`, 'half of it')
    await upgradeUntilKilled(file, steps)
    const persistence = await SqlitePersistence.open({ folder, clock: { nowMs: () => 0 } })
    const store = await persistence.openProject('demo-app')
    await expectWhole(store)
    expect(await store.commit(record)).toMatchObject({ version: 31 })
    await persistence.close()
    using earlier = new DatabaseSync(`${file}.format-${OLD_FORMAT}`, { readOnly: true })
    expect(earlier.prepare('PRAGMA user_version').get()).toEqual({ user_version: OLD_FORMAT })
    expect(existsSync(`${file}.format-${OLD_FORMAT}.partial`)).toBe(false)
  },
)

test('a backup of an older format takes the place of a project', async () => {
  const { folder, file } = await oldProject()
  const backup = join(folder, 'backup.sqlite')
  const persistence = await SqlitePersistence.open({ folder, clock: { nowMs: () => 0 } })
  await copyFile(file, backup)
  const store = await persistence.openProject('demo-app')
  const { ground } = await store.read(async (snapshot) => snapshot)
  const change = { database: '(default)', path: 'c/1', isCreated: false, addedEntries: [], removedEntries: [] }
  await store.commit({ documents: [{ ...change, json: '{"n":3}' }], ...record })
  await persistence.replaceProject('demo-app', {
    file: backup,
    replacedTo: join(folder, 'replaced.sqlite'),
    terms: noTerms,
    onEnded: () => 40,
    onKept: () => Promise.resolve(),
    onReplaced: () => undefined,
  })
  const restored = await persistence.openProject('demo-app')
  expect((await restored.getRecord('s', 'k'))?.value).toBe('kept')
  expect(await restored.getRecord('s', 'new')).toBeUndefined()
  const [document] = await restored.getDocuments([{ database: '(default)', path: 'c/1' }])
  expect(document).toMatchObject({ createTime: 10, updateTime: 40, json: '{"n":2}' })
  const now = await restored.read(async (snapshot) => snapshot.ground)
  expect(now.incarnation).toMatch(/^[0-9a-f]{16}$/)
  expect(now.incarnation).not.toBe(ground.incarnation)
  expect([await restored.lastChange(), (await restored.commit(record)).version]).toEqual([40, 41])
  await persistence.close()
})
