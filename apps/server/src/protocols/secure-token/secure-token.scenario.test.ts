import { describe, expect, it } from 'vitest'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { IdentityWorld } from '../../testing/identity-world.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function messageOf(answer: { body: Record<string, unknown> }): string {
  return (answer.body['error'] as { message: string } | undefined)?.message ?? ''
}

describe('POST /v1/token', () => {
  it('gives a new ID token for a refresh token, as a form and as JSON, by both addresses', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { refreshToken, localId } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
    const fields = { grant_type: 'refresh_token', refresh_token: String(refreshToken) }
    for (const path of ['/v1/token', '/securetoken.googleapis.com/v1/token']) {
      for (const [body, headers] of [
        [new URLSearchParams(fields).toString(), form],
        [fields, {}],
      ] as const) {
        const answer = await world.send('POST', `${path}?key=${world.apiKey}`, body, headers)
        expect(answer.body).toMatchObject({
          expires_in: '3600',
          token_type: 'Bearer',
          refresh_token: refreshToken,
          user_id: localId,
          project_id: 'demo-app',
        })
        expect(answer.body['id_token']).toBe(answer.body['access_token'])
        const lookUp = await world.call('accounts:lookup', { idToken: answer.body['id_token'] })
        expect(lookUp.status).toBe(200)
      }
    }
  })

  const wellFormed = `a.${Buffer.from('ada').toString('base64url')}.${'A'.repeat(22)}.${'A'.repeat(43)}`
  const cases: [title: string, body: string, message: RegExp][] = [
    ['no body', '', /^MISSING_GRANT_TYPE$/],
    ['another grant', 'grant_type=password&refresh_token=x', /^INVALID_GRANT_TYPE$/],
    ['no token', 'grant_type=refresh_token', /^MISSING_REFRESH_TOKEN$/],
    ['a text that never was a token', 'grant_type=refresh_token&refresh_token=x', /^INVALID_REFRESH_TOKEN$/],
    ['a made-up token of nobody', `grant_type=refresh_token&refresh_token=${wellFormed}`, /^USER_NOT_FOUND$/],
    ['a made-up operator token', `grant_type=refresh_token&refresh_token=o${wellFormed.slice(1)}`, /^TOKEN_EXPIRED$/],
    ['an endless body', `grant_type=refresh_token&refresh_token=${'x'.repeat(70_000)}`, /^BODY_TOO_LARGE : /],
    ['broken escapes', 'grant_type=%zz&refresh_token=%', /^INVALID_GRANT_TYPE$/],
  ]
  it.each(cases)('refuses %s', async (_title, body, message) => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const answer = await world.send('POST', `/v1/token?key=${world.apiKey}`, body, form)
    expect(messageOf(answer)).toMatch(message)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it('refuses a guessed secret, and the right one when the session was ended', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { refreshToken, localId } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
    const guess = String(refreshToken).slice(0, -43) + 'A'.repeat(43)
    expect(messageOf(await world.refresh(guess))).toBe('TOKEN_EXPIRED')
    expect((await world.refresh(String(refreshToken))).status).toBe(200)
    await world.identity.administration.update(world.project, String(localId), { disabled: true })
    expect(messageOf(await world.refresh(guess))).toBe('TOKEN_EXPIRED')
    expect(messageOf(await world.refresh(String(refreshToken)))).toBe('USER_DISABLED')
    await world.identity.accounts.delete(world.project, String(localId))
    expect(messageOf(await world.refresh(String(refreshToken)))).toBe('USER_NOT_FOUND')
  })

  it('ends a session that was unused for the time that is set, and no other', async () => {
    const hourMs = 60 * 60_000
    await using world = await IdentityWorld.start({ mode: 'start', sessionIdleMsMax: 24 * hourMs })
    const { refreshToken } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
    // The last use counts, though it isn't written down each time.
    for (let use = 0; use < 3; use++) {
      world.clock.advance(20 * hourMs)
      expect((await world.refresh(String(refreshToken))).status).toBe(200)
    }
    world.clock.advance(25 * hourMs)
    expect(messageOf(await world.refresh(String(refreshToken)))).toBe('TOKEN_EXPIRED')
  })

  it('accepts the token before the last for an hour, because other tabs still hold it', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { idToken, refreshToken } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
    const updated = await world.call('accounts:update', { idToken, displayName: 'Ada', returnSecureToken: true })
    const replaced = updated.body['refreshToken']
    expect(replaced).not.toBe(refreshToken)
    expect((await world.refresh(String(refreshToken))).status).toBe(200)
    expect((await world.refresh(String(replaced))).status).toBe(200)
    world.clock.advance(61 * 60_000)
    expect(messageOf(await world.refresh(String(refreshToken)))).toBe('TOKEN_EXPIRED')
    expect((await world.refresh(String(replaced))).status).toBe(200)
  })

  it('keeps no refresh token and no password in the store, only their hashes', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { refreshToken } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
    const store = await world.projects.store(world.project)
    const records = await store.read(async (snapshot) => [
      ...(await snapshot.listRecords('session', {}, { limit: 10, reverse: false })),
      ...(await snapshot.listRecords('account', {}, { limit: 10, reverse: false })),
    ])
    expect(records).toHaveLength(2)
    const secret = String(refreshToken).split('.')[3] ?? ''
    expect(secret).toHaveLength(43)
    const text = JSON.stringify(records)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(PASSWORD)
    expect(text).toContain('$argon2id$')
  })
})

describe('A8 keys: the published keys', () => {
  it('are those of all projects as soon as they are needed, whichever is named, and never private', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await world.projects.create({ id: 'other-app', name: 'Other' })
    const { keys } = world.identity
    const ask = (query = ''): ReturnType<typeof world.send> => world.send('GET', `/.well-known/jwks.json${query}`)
    const kids = (answer: Awaited<ReturnType<typeof ask>>): string[] =>
      (answer.body['keys'] as unknown as { kid: string }[]).map((key) => key.kid)
    expect(kids(await ask())).toEqual([])
    const own = await keys.current('demo-app')
    expect(kids(await ask())).toEqual([own.kid])
    const other = await keys.current('other-app')
    const all = await ask()
    expect(kids(all).toSorted()).toEqual([own.kid, other.kid].toSorted())
    expect(JSON.stringify(all.body)).not.toMatch(/"d"|"p"|PRIVATE/)
    for (const query of ['?project=demo-app', '?project=no-such-app']) {
      expect((await ask(query)).body, query).toEqual(all.body)
    }
  })

  it('are all there however many projects there are, and asking opens none of their stores', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { kid } = await world.identity.keys.current('demo-app')
    const registry = await world.projects.store(CONSOLE_PROJECT)
    const value = (await registry.getRecord('published-keys', 'demo-app'))?.value ?? ''
    const projects = Array.from({ length: 1_200 }, (_, n) => `shop-${String(n).padStart(4, '0')}`)
    await registry.commit({
      records: projects.map((id) => ({
        space: 'published-keys',
        key: id,
        value: value.replaceAll(kid, `${id}-${kid}`),
      })),
    })
    world.clock.advance(61_000)
    const { body } = await world.send('GET', '/.well-known/jwks.json')
    const kids = (body['keys'] as unknown as { kid: string }[]).map((key) => key.kid)
    expect(kids.toSorted()).toEqual([kid, ...projects.map((id) => `${id}-${kid}`)].toSorted())
  })

  it('of data from before they were kept together are found by the first who asks', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const own = await world.identity.keys.current('demo-app')
    const registry = await world.projects.store(CONSOLE_PROJECT)
    await registry.commit({ records: [{ space: 'published-keys', key: 'demo-app', value: undefined }] })
    for (const path of ['/.well-known/jwks.json', '/identitytoolkit/v3/relyingparty/publicKeys']) {
      expect(JSON.stringify((await world.send('GET', path)).body), path).toContain(own.kid)
    }
    // From then on nobody looks for them again.
    await registry.commit({ records: [{ space: 'published-keys', key: 'demo-app', value: undefined }] })
    world.clock.advance(61_000)
    expect((await world.send('GET', '/.well-known/jwks.json')).body).toEqual({ keys: [] })
  })

  it('are published until the last token that they signed has expired, and then no longer', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { keys } = world.identity
    const dayMs = 24 * 60 * 60_000
    const kids = async (): Promise<string[]> => {
      const { body } = await world.send('GET', '/.well-known/jwks.json')
      return (body['keys'] as unknown as { kid: string }[]).map((key) => key.kid)
    }
    const first = await keys.current('demo-app')
    world.clock.advance(30 * dayMs)
    await keys.current('demo-app')
    expect(await kids()).toHaveLength(2)
    world.clock.advance(14 * dayMs)
    expect(await kids()).toContain(first.kid)
    world.clock.advance(2 * dayMs)
    expect(await kids()).toHaveLength(1)
    expect(await kids()).not.toContain(first.kid)
  })
})
