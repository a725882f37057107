import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import { composeStoreFiles } from '../../compose/compose-stores.ts'
import { SqlitePersistence } from '../../persistence/sqlite/sqlite-persistence.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { SpawnedServer } from '../../testing/spawned-server.ts'
import { TestServer } from '../../testing/test-server.ts'
import { restoreServer } from './restore-server.ts'
import type { StoreFiles } from './backup-server.ts'

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-server-backup-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const hearth = (...words: string[]) => SpawnedServer.run(words)

async function write(origin: string, token: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const address = `${origin}/v1/projects/shop-app/databases/(default)/documents/orders/${name}`
  expect((await fetch(address, { method: 'PATCH', headers, body: '{"fields":{}}' })).status).toBe(200)
}

async function ordersOf(origin: string, token: string): Promise<string[]> {
  const address = `${origin}/v1/projects/shop-app/databases/(default)/documents/orders`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const { documents = [] } = (await answer.json()) as { documents?: { name: string }[] }
  return documents.map(({ name }) => name.split('/').at(-1) ?? '')
}

it('a server that runs is backed up whole, and lives again from an empty data folder', async () => {
  await withFolder(async (folder) => {
    const [to, data, key] = [join(folder, 'backup'), join(folder, 'data'), join(folder, 'kept.key')]
    {
      await using server = await TestServer.start()
      const owner = await ConsoleAccount.claim(server)
      await owner.createProject('shop-app')
      const token = await owner.operatorToken('shop-app')
      await write(server.origin, token, 'first')
      const files = `${server.origin}/v0/b/shop-app.firebasestorage.app/o?name=note.txt`
      const headers = { authorization: `Firebase ${token}`, 'content-type': 'text/plain' }
      expect((await fetch(files, { method: 'POST', headers, body: 'the content' })).status).toBe(200)
      const made = await hearth('backup', '--to', to, '--data', server.dataFolder)
      await copyFile(join(server.dataFolder, 'secrets.key'), key)
      expect(made).toMatchObject({ code: 0 })
      expect(made.stderr).toContain('The backup is whole')
      await write(server.origin, token, 'second')
      expect(await hearth('backup', '--to', to, '--data', server.dataFolder)).toMatchObject({ code: 1 })
    }
    for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
    expect(await hearth('restore', '--from', to, '--data', data)).toMatchObject({ code: 0 })
    expect(await hearth('restore', '--from', to, '--data', data)).toMatchObject({ code: 3 })
    await copyFile(key, join(data, 'secrets.key'))
    await using server = await TestServer.start({ dataFolder: data })
    const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
    const token = await owner.operatorToken('shop-app')
    expect(await ordersOf(server.origin, token)).toEqual(['first'])
    const file = `${server.origin}/v0/b/shop-app.firebasestorage.app/o/note.txt?alt=media`
    expect(await (await fetch(file, { headers: { authorization: `Firebase ${token}` } })).text()).toBe('the content')
    await write(server.origin, token, 'third')
  })
}, 120_000)

it('the key of secrets stays out of a backup unless it is asked for, and a server without it makes no other', async () => {
  await withFolder(async (folder) => {
    const [without, within] = [join(folder, 'without'), join(folder, 'within')]
    let key: string
    {
      await using server = await TestServer.start()
      await (await ConsoleAccount.claim(server)).createProject('shop-app')
      key = await readFile(join(server.dataFolder, 'secrets.key'), 'utf8')
      const made = await hearth('backup', '--to', without, '--data', server.dataFolder)
      expect(made.stderr).toContain('The key of secrets is not in the backup.')
      const asked = await hearth('backup', '--with-secrets-key', '--to', within, '--data', server.dataFolder)
      expect(asked.stderr).toContain('secrets.key is in the backup')
    }
    for (const entry of await readdir(without, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      expect(await readFile(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(key.trim())
    }
    expect(await readFile(join(within, 'secrets.key'), 'utf8')).toBe(key)

    const [opened, shut] = [join(folder, 'opened'), join(folder, 'shut')]
    expect((await hearth('restore', '--from', within, '--data', opened)).code).toBe(0)
    await (await TestServer.start({ dataFolder: opened }))[Symbol.asyncDispose]()

    const restored = await hearth('restore', '--from', without, '--data', shut)
    expect(restored.stderr).toContain(join(shut, 'secrets.key'))
    expect(restored.stderr).toContain('is open again')
    await expect(TestServer.start({ dataFolder: shut })).rejects.toThrow('HEARTH_SECRETS_KEY')
    expect(await readdir(shut)).not.toContain('secrets.key')
    await using server = await TestServer.start({ dataFolder: shut, settings: { HEARTH_SECRETS_KEY: key.trim() } })
    await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
  })
}, 60_000)

it('a folder that is being restored into is nobody else’s: neither a server’s nor another restore’s', async () => {
  await withFolder(async (folder) => {
    const [to, data] = [join(folder, 'backup'), join(folder, 'data')]
    {
      await using server = await TestServer.start()
      const words = ['--with-secrets-key', `--to=${to}`, '--data', server.dataFolder]
      expect(await hearth('backup', ...words)).toMatchObject({ code: 0 })
    }
    const command = {
      action: 'restore',
      dataFolder: data,
      folder: to,
      hasContentsElsewhere: false,
      withSecretsKey: false,
    } as const
    const files = composeStoreFiles(data)
    const others: unknown[] = []
    const beginAnew: StoreFiles['beginAnew'] = async (...asked) => {
      if (others.length === 0) {
        others.push(await TestServer.start({ dataFolder: data }).catch((error: Error) => error.message))
        others.push((await hearth('restore', '--from', to, '--data', data)).code)
      }
      return await files.beginAnew(...asked)
    }
    const around = { files: { ...files, beginAnew }, clock: systemClock }
    await restoreServer(command, around, () => undefined)
    expect(others).toEqual([expect.stringContaining('in use by another Hearth'), 3])
    await using server = await TestServer.start({ dataFolder: data })
    expect((await hearth('restore', '--from', to, '--data', data)).code).toBe(3)
    expect((await fetch(`${server.origin}/hearth/v1/projects`)).status).toBe(401)
  })
}, 60_000)

it('mails and calls about incidents that waited then are not sent again by the restored server', async () => {
  await withFolder(async (folder) => {
    const [to, source, data] = [join(folder, 'backup'), join(folder, 'source'), join(folder, 'data')]
    await (await TestServer.start({ dataFolder: source }))[Symbol.asyncDispose]()
    const openStores = (dataFolder: string) => SqlitePersistence.open({ folder: dataFolder, clock: systemClock })
    const spaces = ['mail-outbox', 'alert-calls', 'alert-incidents']
    const before = await openStores(source)
    const records = spaces.map((space) => ({ space, key: 'one', value: '{}' }))
    await (await before.openProject(CONSOLE_PROJECT)).commit({ records })
    await before.close()
    expect(await hearth('backup', '--with-secrets-key', '--to', to, '--data', source)).toMatchObject({ code: 0 })
    expect(await hearth('restore', '--from', to, '--data', data)).toMatchObject({ code: 0 })
    const restored = await openStores(data)
    const store = await restored.openProject(CONSOLE_PROJECT)
    const kept = await Promise.all(spaces.map(async (space) => (await store.getRecord(space, 'one'))?.value))
    await restored.close()
    expect(kept).toEqual([undefined, undefined, '{}'])
  })
}, 60_000)

it('a backup that is damaged or unfinished is not restored, and says why', async () => {
  await withFolder(async (folder) => {
    const [to, data] = [join(folder, 'backup'), join(folder, 'data')]
    {
      await using server = await TestServer.start()
      expect(await hearth('backup', `--to=${to}`, '--data', server.dataFolder)).toMatchObject({ code: 0 })
    }
    const store = join(to, 'projects', 'demo-app', 'store.sqlite')
    const whole = await readFile(store)
    await appendFile(store, 'more')
    const changed = await hearth('restore', '--from', to, '--data', data)
    expect(changed).toMatchObject({ code: 1 })
    expect(changed.stderr).toContain('damaged')
    await rm(store)
    const gone = await hearth('restore', '--from', to, '--data', data)
    expect(gone).toMatchObject({ code: 1 })
    expect(gone.stderr).toContain(store)
    await writeFile(store, whole)
    await rm(join(to, 'hearth-backup.json'))
    const unfinished = await hearth('restore', '--from', to, '--data', data)
    expect(unfinished).toMatchObject({ code: 1 })
    expect(unfinished.stderr).toContain('was not finished')
    await expect(stat(data)).rejects.toMatchObject({ code: 'ENOENT' })
  })
}, 60_000)

it('says what is missing or misspelt, and where there is no data folder', async () => {
  expect(await hearth('backup')).toMatchObject({ code: 2 })
  expect(await hearth('restore', '--to', 'x')).toMatchObject({ code: 2 })
  await withFolder(async (folder) => {
    expect(await hearth('backup', '--to', join(folder, 'to'), '--data', join(folder, 'none'))).toMatchObject({
      code: 3,
    })
    expect((await hearth('backup', '--help')).stdout).toContain('--to <folder>')
  })
}, 60_000)
