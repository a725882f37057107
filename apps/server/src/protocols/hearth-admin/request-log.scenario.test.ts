import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestLogPage } from '@hearth/api'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const documents = 'v1/projects/shop-app/databases/(default)/documents'

async function listLog(account: ConsoleAccount, query = ''): Promise<RequestLogPage> {
  const answer = await account.call('GET', `/projects/shop-app/request-log${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as RequestLogPage
}

test('the requests of a project are in the log with their id, and without what their query said', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-request-log-'))
  try {
    let id: string | null
    {
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.claim(server)
      await owner.createProject('shop-app')
      await owner.createProject('other-app')
      const answer = await fetch(`${server.origin}/${documents}/orders/one?key=not-to-be-kept`)
      id = answer.headers.get('x-request-id')
      await fetch(`${server.origin}/v1/projects/other-app/databases/(default)/documents/orders/two`)

      const { entries, newest } = await listLog(owner, '?source=apps')
      expect(entries).toMatchObject([{ id, method: 'GET', path: `/${documents}/orders/one`, status: 403 }])
      expect(JSON.stringify(await listLog(owner))).not.toContain('not-to-be-kept')
      expect((await listLog(owner, `?id=${id}`)).entries).toHaveLength(1)
      expect((await listLog(owner, '?status=5xx')).entries).toEqual([])
      expect((await listLog(owner, '?status=403&method=GET&minMs=0')).entries).toHaveLength(1)
      await fetch(`${server.origin}/${documents}/orders/three`)
      const since = await listLog(owner, `?after=${newest}&source=apps`)
      expect(since.entries.map(({ path }) => path)).toEqual([`/${documents}/orders/three`])
      const first = await listLog(owner, '?source=apps&pageSize=1')
      const second = await listLog(owner, `?source=apps&pageSize=1&pageToken=${first.nextPageToken}`)
      expect([first, second].flatMap((page) => page.entries.map(({ path }) => path.slice(-5)))).toEqual([
        'three',
        's/one',
      ])
    }
    await using server = await TestServer.start({ dataFolder })
    const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
    expect((await listLog(owner, `?id=${id}`)).entries).toHaveLength(1)
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})

test('it is for members of the project alone, and bad questions are refused', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  for (const query of ['?status=6xx', '?pageToken=1', '?after=-1.5', '?minMs=0x1', '?source=all', '?since=soon']) {
    expect((await owner.call('GET', `/projects/shop-app/request-log${query}`)).status, query).toBe(400)
  }
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  expect((await nina.call('GET', '/projects/shop-app/request-log')).status).toBe(403)
})
