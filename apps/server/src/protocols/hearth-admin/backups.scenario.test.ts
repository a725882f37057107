import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../lib/ambient.ts'
import { BackupCalls } from '../../testing/backup-calls.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { ok, openShop, SHOP_PROJECT as project } from '../../testing/open-shop.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

describe('a backup', () => {
  it('brings documents, users and files back as they were, and what came since goes into a backup of its own', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.write('orders/changed', 'before')
    await shop.write('orders/deleted', 'before')
    const { updateTime: untouched } = await shop.write('orders/same', 'before')
    await shop.upload('gone.txt', 'the content before')
    await shop.upload('kept.txt', 'kept')
    await shop.signUp('anna@example.com')
    const backup = await shop.backups.make()

    await shop.write('orders/changed', 'after')
    const { updateTime: newest } = await shop.write('orders/new', 'after')
    await shop.remove('orders/deleted')
    await shop.drop('gone.txt')
    await shop.upload('new.txt', 'new')
    await shop.signUp('ben@example.com')

    const { before } = await shop.backups.restore(backup)
    expect(await shop.read('orders/changed')).toMatchObject({ text: 'before' })
    expect(await shop.read('orders/deleted')).toMatchObject({ text: 'before' })
    expect(await shop.read('orders/new')).toBeUndefined()
    // What clients know is older than what they are told now.
    expect(String((await shop.read('orders/changed'))?.updateTime) > newest).toBe(true)
    expect(String((await shop.read('orders/deleted'))?.updateTime) > newest).toBe(true)
    expect((await shop.read('orders/same'))?.updateTime).toBe(untouched)
    expect(await shop.download('gone.txt')).toBe('the content before')
    expect(await shop.download('kept.txt')).toBe('kept')
    expect(await shop.download('new.txt')).toBeUndefined()
    expect(await shop.emails()).toEqual(['anna@example.com'])
    expect((await shop.write('orders/later', 'later')).updateTime > newest).toBe(true)

    const { backups } = await shop.backups.list()
    expect(backups.map(({ id, kind, restored }) => ({ id, kind, restored }))).toEqual([
      { id: before, kind: 'before-restore', restored: backup },
      { id: backup, kind: 'by-hand', restored: null },
    ])
    await shop.backups.restore(before ?? '')
    expect(await shop.read('orders/changed')).toMatchObject({ text: 'after' })
    expect(await shop.read('orders/deleted')).toBeUndefined()
    expect(await shop.download('new.txt')).toBe('new')
    expect(await shop.download('gone.txt')).toBeUndefined()
    expect(await shop.emails()).toEqual(['anna@example.com', 'ben@example.com'])
  })

  it('leaves every version of a document that its history lists to be brought back', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    for (const text of ['first', 'second', 'third']) await shop.write('orders/one', text)
    const backup = await shop.backups.make()
    await shop.write('orders/one', 'after')
    await shop.backups.restore(backup)
    expect(await shop.read('orders/one')).toMatchObject({ text: 'third' })

    const versions = `${server.origin}/hearth/v1/projects/${project}/databases/(default)/versions/orders/one`
    const headers = {
      authorization: `Bearer ${await shop.owner.operatorToken(project)}`,
      'content-type': 'application/json',
    }
    const listed = await ok<{
      versions: { version: string; document: { fields: { text: { stringValue: string } } } }[]
    }>(fetch(versions, { headers }))
    const texts = listed.versions.map(({ document }) => document.fields.text.stringValue)
    expect(texts.slice(-3)).toEqual(['third', 'second', 'first'])
    for (const { version, document } of listed.versions) {
      await ok(fetch(`${versions}:restore`, { method: 'POST', headers, body: JSON.stringify({ version }) }))
      expect(await shop.read('orders/one')).toMatchObject({ text: document.fields.text.stringValue })
    }
  })

  it('gives nothing back that was revoked, and forgets nothing of what was done', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    const anna = await shop.signUp('anna@example.com')
    const carl = await shop.signUp('carl@example.com')
    const key = await serviceToken(shop.owner, project)
    const listWith = async (token: string): Promise<number> =>
      (
        await fetch(`${server.origin}/v1/projects/${project}/accounts:batchGet`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await listWith(key)).toBe(200)
    const backup = await shop.backups.make()

    await shop.changeAccount({ localId: anna.localId, validSince: String(Math.floor(Date.now() / 1000) + 1) })
    const { serviceKeys } = await ok<{ serviceKeys: { id: string }[] }>(
      shop.owner.call('GET', `/projects/${project}/service-keys`),
    )
    await ok(shop.owner.call('DELETE', `/projects/${project}/service-keys/${serviceKeys[0]?.id}`))
    await shop.backups.restore(backup)

    expect(await listWith(key)).toBe(401)
    expect(await shop.refresh(anna.refreshToken)).toBe(400)
    expect(await shop.refresh(carl.refreshToken)).toBe(200)
    const { entries } = await ok<{ entries: { action: string; target: string }[] }>(
      shop.owner.call('GET', `/projects/${project}/audit`),
    )
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['backups.restore', 'service-keys.delete', 'backups.create', 'service-keys.create']),
    )
  })

  it('is listed only when it is whole, for nobody but the server’s own user, and gone when it is deleted', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.upload('file.txt', 'content')
    const backup = await shop.backups.make()
    const folder = join(server.dataFolder, 'backups', project, backup)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
    const [listed] = (await shop.backups.list()).backups
    expect(listed).toMatchObject({ id: backup, kind: 'by-hand', files: 1, missingFiles: 0 })
    expect(listed?.verifiedAt).not.toBeNull()
    expect((await shop.backups.remove(backup)).status).toBe(200)
    const { backups, deleted } = await shop.backups.list()
    expect(backups).toEqual([])
    expect(deleted).toMatchObject([{ id: backup, files: 1 }])
    expect((await shop.backups.undelete(backup)).status).toBe(200)
    expect((await shop.backups.list()).backups).toHaveLength(1)
    await shop.drop('file.txt')
    await shop.backups.restore(backup, { exactly: false })
    expect(await shop.download('file.txt')).toBe('content')
    const { before } = (await shop.backups.list()).job ?? {}
    for (const id of [backup, before ?? '']) {
      await shop.backups.remove(id)
      expect((await shop.backups.removeNow(id)).status).toBe(200)
      expect((await shop.backups.undelete(id)).status).toBe(404)
    }
    expect(await readdir(join(server.dataFolder, 'backups', project))).toEqual([])
    expect((await shop.backups.remove(backup)).status).toBe(404)
    expect(await shop.download('file.txt')).toBe('content')
  })

  it('that is damaged is refused, and the project stays as it is', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.write('orders/one', 'one')
    const backup = await shop.backups.make()
    await writeFile(join(server.dataFolder, 'backups', project, backup, 'store.sqlite'), 'nothing of use')
    await expect(shop.backups.restore(backup)).rejects.toThrow(/BACKUP_DAMAGED/)
    expect(await shop.read('orders/one')).toMatchObject({ text: 'one' })
    expect((await shop.backups.list()).backups).toHaveLength(1)
  })

  it('whose contents were lost is refused before anything is replaced, and one whose contents are still here is not', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    await shop.write('orders/one', 'before')
    await shop.upload('lost.txt', 'a content')
    await shop.upload('kept.txt', 'another one')
    const backup = await shop.backups.make()
    const contents = join(server.dataFolder, 'backups', project, backup, 'contents')
    await shop.write('orders/one', 'after')
    for (const name of await readdir(contents, { recursive: true })) {
      const file = join(contents, name)
      if (!(await stat(file)).isFile()) continue
      // Another file of that name: the one that the server reads stays as it is.
      await rm(file)
      await writeFile(file, 'cut')
    }
    await shop.backups.restore(backup)
    expect(await shop.read('orders/one')).toMatchObject({ text: 'before' })
    expect(await shop.download('kept.txt')).toBe('another one')

    await shop.write('orders/one', 'after')
    await shop.drop('lost.txt')
    const { before = '' } = (await shop.backups.list()).job ?? {}
    await shop.backups.remove(before ?? '')
    await expect(shop.backups.restore(backup)).rejects.toThrow(/BACKUP_DAMAGED .*file/)
    expect(await shop.read('orders/one')).toMatchObject({ text: 'after' })
    expect(await shop.download('kept.txt')).toBe('another one')
    expect((await shop.backups.list()).backups.map(({ id }) => id)).toEqual([backup])
  })

  it('that can’t be read says so without a path of the server, and the failure is in the audit log', async () => {
    await using server = await TestServer.start()
    const shop = await openShop(server)
    const backup = await shop.backups.make()
    await rm(join(server.dataFolder, 'backups', project, backup, 'store.sqlite'))
    await expect(shop.backups.restore(backup)).rejects.toThrow('The restore failed')
    const { job } = await shop.backups.list()
    expect(job?.error?.message).not.toContain('/')
    // The log is written when the job is over.
    const newest = async (): Promise<unknown> => {
      const { entries } = await ok<{ entries: object[] }>(shop.owner.call('GET', `/projects/${project}/audit`))
      return entries[0]
    }
    await expect.poll(newest).toMatchObject({
      action: 'backups.restore-failed',
      actor: { kind: 'server' },
      target: backup,
      detail: { reason: job?.error?.reason },
    })
  })

  it('is for owners, and only a recent sign-in restores or deletes one', async () => {
    let shift = 0
    const clock: Clock = { nowMs: () => Date.now() + shift }
    await using server = await TestServer.start({ clock, settings: { HEARTH_SIGN_UP: 'anyone' } })
    const shop = await openShop(server)
    const backup = await shop.backups.make()
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    const calls = [
      ['GET', ''],
      ['POST', ''],
      ['POST', `/${backup}/restore`],
      ['DELETE', `/${backup}`],
    ] as const
    for (const role of [undefined, 'viewer', 'editor'] as const) {
      await setTeam(server, project, shop.owner, role === undefined ? {} : { [nina.uid]: role })
      for (const [method, path] of calls) {
        expect((await nina.call(method, `/projects/${project}/backups${path}`)).status, `${role} ${method}`).toBe(403)
      }
    }
    shift = 6 * 60_000
    for (const [method, path] of calls.slice(2)) {
      const answer = await shop.owner.call(method, `/projects/${project}/backups${path}`)
      expect(await answer.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
    }
    expect((await shop.backups.list()).backups).toHaveLength(1)
  })

  it('that was deleted waits three days that the server saw, and goes then; a service key hurries nothing', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-backups-'))
    let aheadMs = 0
    const clock: Clock = { nowMs: () => Date.now() + aheadMs }
    try {
      let backup: string
      {
        await using server = await TestServer.start({ dataFolder, clock })
        const shop = await openShop(server)
        backup = await shop.backups.make()
        const key = await serviceToken(shop.owner, project, ['backups'])
        const ask = async (method: string, path: string): Promise<number> => {
          const address = `${server.origin}/hearth/v1/projects/${project}${path}`
          return (await fetch(address, { method, headers: { authorization: `Bearer ${key}` } })).status
        }
        expect(await ask('DELETE', `/backups/${backup}`)).toBe(200)
        expect(await ask('DELETE', `/deleted-backups/${backup}`)).toBe(403)
      }
      const left = () => readdir(join(dataFolder, 'backups', project))
      aheadMs = 3_000 * 24 * 60 * 60_000
      for (let start = 0; start < 4; start++) {
        await (await TestServer.start({ dataFolder, clock }))[Symbol.asyncDispose]()
        expect(await left()).toEqual([`${backup}.deleted`])
      }
      aheadMs = 24 * 60 * 60_000
      for (let day = 1; day < 3; day++, aheadMs += 24 * 60 * 60_000) {
        await (await TestServer.start({ dataFolder, clock }))[Symbol.asyncDispose]()
        expect(await left(), `day ${day}`).toEqual([`${backup}.deleted`])
      }
      await (await TestServer.start({ dataFolder, clock }))[Symbol.asyncDispose]()
      expect(await left()).toEqual([])
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  })

  it('of the console itself is not put under a running server', async () => {
    await using server = await TestServer.start()
    const { owner } = await openShop(server)
    const backups = new BackupCalls(owner, 'console')
    const backup = await backups.make()
    await expect(backups.beginRestore(backup)).rejects.toThrow(/CONSOLE_STAYS/)
  })

  it('made halfway by a server that was killed is cleared away by the next', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-backups-'))
    try {
      await using server = await TestServer.start({ dataFolder })
      const shop = await openShop(server)
      const backup = await shop.backups.make()
      await server.hearth.stop()
      const folder = join(dataFolder, 'backups', project)
      const left = join(folder, '20260101T000000Z-00000000.unfinished')
      await writeFile(left, 'not even a folder')
      await using next = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.signIn(next, 'olga@example.com', 'correct horse')
      expect((await new BackupCalls(owner, project).list()).backups.map(({ id }) => id)).toEqual([backup])
      expect(await readdir(folder)).toEqual([backup])
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  })
})
