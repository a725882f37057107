import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const fids = ['cAbcdefghijklmnopqrstu', 'dAbcdefghijklmnopqrstu', 'eAbcdefghijklmnopqrstu']
const LIST = '/projects/demo-app/installations'

async function register(server: TestServer, owner: ConsoleAccount): Promise<string> {
  const { app } = await owner.enter('demo-app')
  for (const fid of fids) {
    const registered = await fetch(`${server.origin}/v1/projects/demo-app/installations`, {
      method: 'POST',
      headers: { 'x-goog-api-key': app.apiKey, 'user-agent': 'Browser/1' },
      body: JSON.stringify({ fid, appId: app.appId, sdkVersion: 'w:1' }),
    })
    expect(registered.status).toBe(200)
  }
  return app.appId
}

async function listed(caller: ConsoleAccount): Promise<string[]> {
  const { installations } = (await (await caller.call('GET', LIST)).json()) as { installations: { fid: string }[] }
  return installations.map(({ fid }) => fid).toSorted()
}

describe('the installations of a project', () => {
  it('are shown with what is known of them', async () => {
    const nowMs = 1_800_000_000_000
    await using server = await TestServer.start({ clock: { nowMs: () => nowMs } })
    const owner = await ConsoleAccount.claim(server)
    const appId = await register(server, owner)
    const one = await (await owner.call('GET', `${LIST}/${fids[0]}`)).json()
    expect(one).toEqual({
      fid: fids[0],
      appId,
      platform: 'web',
      sdkVersion: 'w:1',
      device: 'Browser/1',
      firstSeenAt: new Date(nowMs).toISOString(),
      lastSeenAt: new Date(nowMs).toISOString(),
      tokenExpiresAt: new Date(nowMs + 7 * 24 * 3600 * 1000).toISOString(),
      user: null,
    })
    expect((await owner.call('GET', `${LIST}/cZZZZZZZZZZZZZZZZZZZZZ`)).status).toBe(404)
    const since = encodeURIComponent(new Date(nowMs + 1).toISOString())
    expect(await (await owner.call('GET', `${LIST}?seenFrom=${since}`)).json()).toEqual({ installations: [] })
  })

  it('are revoked by editors, several at once', async () => {
    await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
    const owner = await ConsoleAccount.claim(server)
    await register(server, owner)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    await setTeam(server, 'demo-app', owner, { [nina.uid]: 'viewer' })
    const revoke = (caller: ConsoleAccount, body: unknown) => caller.call('POST', `${LIST}:revoke`, body)
    expect((await revoke(nina, { fids })).status).toBe(403)
    expect((await nina.call('DELETE', `${LIST}/${fids[0]}`)).status).toBe(403)
    expect(await listed(nina)).toEqual(fids)
    await setTeam(server, 'demo-app', owner, { [nina.uid]: 'editor' })
    const gone = await revoke(nina, { fids: [fids[0], fids[2], fids[2], 'cZZZZZZZZZZZZZZZZZZZZZ', 'x'] })
    expect(await gone.json()).toEqual({ revoked: 2 })
    expect(await listed(nina)).toEqual([fids[1]])
  })

  it.each([
    ['nothing', {}],
    ['no fids', { fids: [] }],
    ['too many', { fids: Array.from({ length: 101 }, () => fids[0]) }],
    ['both', { fids: [fids[0]], uid: 'ada' }],
    ['a number', { uid: 7 }],
  ])('are not revoked by a request for %s', async (_title, body) => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    expect((await owner.call('POST', `${LIST}:revoke`, body)).status).toBe(400)
  })

  it.each(['platform=tv', 'appId=', 'seenFrom=yesterday', 'seenBefore=7', 'pageToken=x'])(
    'are not listed by %s',
    async (query) => {
      await using server = await TestServer.start()
      const owner = await ConsoleAccount.claim(server)
      expect((await owner.call('GET', `${LIST}?${query}`)).status).toBe(400)
    },
  )
})
