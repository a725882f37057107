import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeSignedJwt, encodeUnsignedJwt } from '../../identity/tokens/jwt.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const PROJECT = 'shop-app'
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

interface KeyFile extends Readonly<Record<string, string>> {
  readonly private_key_id: string
  readonly private_key: string
  readonly client_email: string
  readonly token_uri: string
}

type MovedClock = ReturnType<typeof createMovedClock>

function createMovedClock() {
  let aheadMs = 0
  return {
    nowMs: () => Date.now() + aheadMs,
    steadyMs: () => performance.now() + aheadMs,
    advance(ms: number): void {
      aheadMs += ms
    },
  }
}

class Tools implements AsyncDisposable {
  readonly server: TestServer
  readonly owner: ConsoleAccount
  readonly clock: MovedClock

  private constructor(server: TestServer, owner: ConsoleAccount, clock: MovedClock) {
    this.server = server
    this.owner = owner
    this.clock = clock
  }

  static async start(): Promise<Tools> {
    const clock = createMovedClock()
    const server = await TestServer.start({ clock })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject(PROJECT)
    return new Tools(server, owner, clock)
  }

  async makeKey(scopes: readonly string[] = [], of = PROJECT): Promise<KeyFile> {
    const made = await this.owner.call('POST', `/projects/${of}/service-keys`, { name: 'Tools', scopes })
    return (await made.json()) as KeyFile
  }

  /** As the vendor's libraries write it: without a subject. */
  async sign(file: KeyFile, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const now = Math.floor(this.clock.nowMs() / 1000)
    const payload = { iss: file.client_email, aud: file.token_uri, iat: now, exp: now + 3600, ...claims }
    const defined = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
    const key = { kid: file.private_key_id, privateKey: createPrivateKey(file.private_key) }
    return await encodeSignedJwt(defined, key)
  }

  async ask(fields: Readonly<Record<string, string>>, path = '/token') {
    const answer = await fetch(this.server.origin + path, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  async exchange(assertion: string) {
    return await this.ask({ grant_type: JWT_BEARER, assertion })
  }

  async tokenOf(file: KeyFile): Promise<string> {
    return String((await this.exchange(await this.sign(file))).body['access_token'])
  }

  async use(token: string, path = `/v1/projects/${PROJECT}/databases`, method = 'GET'): Promise<number> {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(this.server.origin + path, { method, headers })).status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

describe('the token endpoint', () => {
  it('gives a token for what a key signed, by every address and form that clients use', async () => {
    await using tools = await Tools.start()
    const file = await tools.makeKey()
    const assertion = await tools.sign(file)
    expect(file.token_uri).toBe(`${tools.server.origin}/token`)
    const form = new FormData()
    // The form of the vendor's command line, with what it adds.
    for (const [name, value] of [
      ['refresh_token', assertion],
      ['client_id', 'cli'],
      ['client_secret', 'none'],
      ['grant_type', 'refresh_token'],
      ['scope', ''],
    ] as const) {
      form.append(name, value)
    }
    const bodies = [new URLSearchParams({ grant_type: JWT_BEARER, assertion }), form]
    for (const path of ['/token', '/oauth2/v4/token', '/oauth2/v3/token']) {
      for (const body of bodies) {
        const answer = await fetch(tools.server.origin + path, { method: 'POST', body })
        const given = (await answer.json()) as { access_token: string; expires_in: number; token_type: string }
        expect(given).toMatchObject({
          token_type: 'Bearer',
          access_token: expect.not.stringContaining(assertion) as string,
        })
        expect(given.expires_in).toBeGreaterThan(3590)
        expect(given.expires_in).toBeLessThanOrEqual(3600)
        expect(await tools.use(given.access_token)).toBe(200)
      }
    }
  })

  it('takes the audiences that libraries write whatever the key file says', async () => {
    await using tools = await Tools.start()
    const file = await tools.makeKey()
    for (const aud of [
      'https://oauth2.googleapis.com/token',
      'https://www.googleapis.com/oauth2/v4/token',
      [file.token_uri, 'https://elsewhere.example.com'],
    ]) {
      expect((await tools.exchange(await tools.sign(file, { aud }))).status, String(aud)).toBe(200)
    }
  })

  it('refuses every assertion that does not count, and says so as OAuth does', async () => {
    await using tools = await Tools.start()
    const file = await tools.makeKey()
    const now = Math.floor(tools.clock.nowMs() / 1000)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const claims = { iss: file.client_email, aud: file.token_uri, iat: now, exp: now + 3600 }
    const bad: Record<string, string> = {
      'another audience': await tools.sign(file, { aud: 'https://elsewhere.example.com/token' }),
      'no audience': await tools.sign(file, { aud: undefined }),
      'one that is over': await tools.sign(file, { iat: now - 3600, exp: now - 1 }),
      'one for more than an hour': await tools.sign(file, { exp: now + 3700 }),
      'one of the future': await tools.sign(file, { iat: now + 400, exp: now + 3000 }),
      'no times': await tools.sign(file, { iat: undefined, exp: undefined }),
      'another subject': await tools.sign(file, { sub: 'ada@example.com' }),
      'another key under its id': await encodeSignedJwt(claims, { kid: file.private_key_id, privateKey }),
      unsigned: encodeUnsignedJwt(claims),
      'a key that is not there': await tools.sign(file, { iss: file.client_email.replace(/^key-..../, 'key-0000') }),
      'a project that is not there': await tools.sign(file, { iss: file.client_email.replace(PROJECT, 'no-such-app') }),
      'another issuer': await tools.sign(file, { iss: 'robot@shop-app.iam.gserviceaccount.com' }),
      'no token': 'x',
    }
    for (const [title, assertion] of Object.entries(bad)) {
      const { status, body } = await tools.exchange(assertion)
      expect([title, status, body['error']]).toEqual([title, 400, 'invalid_grant'])
      expect(body['error_description'], title).toEqual(expect.any(String))
      expect(body, title).not.toHaveProperty('access_token')
    }
    const odd = [
      [{ grant_type: 'password', assertion: 'x' }, 'unsupported_grant_type'],
      [{ assertion: 'x' }, 'unsupported_grant_type'],
      [{ grant_type: JWT_BEARER }, 'invalid_request'],
      [{ grant_type: JWT_BEARER, assertion: await tools.sign(file, { target_audience: 'app' }) }, 'invalid_request'],
      [{ grant_type: JWT_BEARER, assertion: 'x'.repeat(40_000) }, 'invalid_request'],
    ] as const
    for (const [fields, error] of odd) expect((await tools.ask(fields)).body['error']).toBe(error)
    const broken = await fetch(`${tools.server.origin}/token`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nnothing',
    })
    expect(await broken.json()).toMatchObject({ error: 'invalid_request' })
    const packed = await fetch(`${tools.server.origin}/token`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(`grant_type=refresh_token&refresh_token=${await tools.sign(file)}`),
    })
    expect(packed.status).toBe(415)
    const many = new FormData()
    for (let field = 0; field < 21; field++) many.append('scope', '')
    const refused = await fetch(`${tools.server.origin}/token`, { method: 'POST', body: many })
    expect(await refused.json()).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('20 fields') as string,
    })
  })

  it('lets nobody guess for long, and tells the audit log of the project', async () => {
    await using tools = await Tools.start()
    const file = await tools.makeKey()
    const other = await tools.makeKey()
    const forged = await tools.sign({ ...other, client_email: file.client_email })
    const answers = await Promise.all(Array.from({ length: 200 }, () => tools.exchange(forged)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect(await tools.exchange(forged)).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    tools.clock.advance(16 * 60_000)
    expect((await tools.exchange(await tools.sign(file))).status).toBe(200)
    const entries = (await (await tools.owner.call('GET', `/projects/${PROJECT}/audit`)).json()) as {
      entries: object[]
    }
    expect(entries.entries).toContainEqual(
      expect.objectContaining({ action: 'account.sign-in-failed', target: file.private_key_id }),
    )
  })
})

describe('an access token', () => {
  it('ends with its key', async () => {
    await using tools = await Tools.start()
    const file = await tools.makeKey()
    const token = await tools.tokenOf(file)
    expect(await tools.use(token)).toBe(200)
    await tools.owner.call('DELETE', `/projects/${PROJECT}/service-keys/${file.private_key_id}`)
    expect(await tools.use(token)).toBe(401)
    expect((await tools.exchange(await tools.sign(file))).body['error']).toBe('invalid_grant')
  })

  it('ends with the assertion, so that sending this again gives nobody more time', async () => {
    await using tools = await Tools.start()
    const assertion = await tools.sign(await tools.makeKey())
    const first = String((await tools.exchange(assertion)).body['access_token'])
    tools.clock.advance(50 * 60_000)
    const again = await tools.exchange(assertion)
    expect(again.body['expires_in']).toBeLessThanOrEqual(600)
    expect(await tools.use(first)).toBe(200)
    tools.clock.advance(11 * 60_000)
    expect(await tools.use(first)).toBe(401)
    expect(await tools.use(String(again.body['access_token']))).toBe(401)
  })

  it('may what its key may, in its project alone', async () => {
    await using tools = await Tools.start()
    await tools.owner.createProject('other-app')
    const [plain, trusted] = [
      await tools.tokenOf(await tools.makeKey()),
      await tools.tokenOf(await tools.makeKey(['project'])),
    ]
    const create = `/v1/projects/${PROJECT}/databases?databaseId=second`
    expect(await tools.use(plain, create, 'POST')).toBe(403)
    expect(await tools.use(trusted, create, 'POST')).toBe(200)
    for (const other of ['other-app', 'console', 'no-such-app']) {
      expect(await tools.use(trusted, `/v1/projects/${other}/databases`), other).toBe(401)
      // Nor under another name.
      const renamed = trusted.replace(`.${PROJECT}.`, `.${other}.`)
      expect(await tools.use(renamed, `/v1/projects/${other}/databases`), other).toBe(401)
    }
    const last = trusted.at(-2) === 'A' ? 'B' : 'A'
    expect(await tools.use(`${trusted.slice(0, -2)}${last}${trusted.at(-1) ?? ''}`)).toBe(401)
    expect(await tools.use(`hat.${PROJECT}.sealed1.`)).toBe(401)
  })
})

it('a key file leads to a certificate of its key', async () => {
  await using tools = await Tools.start()
  const file = await tools.makeKey()
  expect(file).toMatchObject({
    type: 'service_account',
    universe_domain: 'googleapis.com',
    client_id: file.private_key_id,
  })
  const published = (await (await fetch(String(file['client_x509_cert_url']))).json()) as Record<string, string>
  expect(Object.keys(published)).toEqual([file.private_key_id])
  const { publicKey } = new X509Certificate(published[file.private_key_id] ?? '')
  expect(publicKey.equals(createPublicKey(file.private_key))).toBe(true)
  for (const address of ['auth_uri', 'auth_provider_x509_cert_url']) {
    expect((await fetch(String(file[address]))).status, address).toBe(200)
  }
  const unknown = String(file['client_x509_cert_url']).replace('key-', 'key-0')
  expect((await fetch(unknown)).status).toBe(404)
})
