import { createPrivateKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { encodeSignedJwt } from '../../identity/tokens/jwt.ts'
import { type Answer, IdentityWorld } from '../../testing/identity-world.ts'

const PASSWORD = 'correct horse'
const bcrypt = Buffer.from('$2b$04$HVvDqg1Mhd4CCf6GDlzbUOnZ8rrg8JLwlal1tGyUcXYdA//iVBM9S')
const own = { email: 'ada@example.com', password: PASSWORD }
const fromElsewhere = { email: 'bob@example.com', password: PASSWORD }

type User = Readonly<Record<string, unknown>>

/** The project's users as `firebase auth:export` and `auth:import` of firebase-tools 15 send and read them. */
class CommandLine {
  readonly #world: IdentityWorld
  readonly #authorization: string

  private constructor(world: IdentityWorld, token: string) {
    this.#world = world
    this.#authorization = `Bearer ${token}`
  }

  static async start(world: IdentityWorld): Promise<CommandLine> {
    const key = await world.identity.serviceKeys.create(world.project, { name: 'Tools' })
    const now = Math.floor(world.clock.nowMs() / 1000)
    const claims = { iss: key.clientEmail, sub: key.clientEmail, iat: now, exp: now + 600 }
    const signer = { kid: key.id, privateKey: createPrivateKey(key.privateKeyPem) }
    return new CommandLine(world, await encodeSignedJwt(claims, signer))
  }

  async export(): Promise<User[]> {
    const { body } = await this.#ask('downloadAccount', { maxResults: 1_000 })
    return ((body['users'] ?? []) as User[]).map(exportedRow)
  }

  async import(rows: readonly User[], hash: object): Promise<Answer> {
    return await this.#ask('uploadAccount', { users: rows.map(importedUser), ...hash })
  }

  async #ask(name: string, body: object): Promise<Answer> {
    const path = `/identitytoolkit/v3/relyingparty/${name}`
    const request = { ...body, targetProjectId: this.#world.project }
    return await this.#world.send('POST', path, request, { authorization: this.#authorization })
  }
}

/** `accountExporter.js`: what a row of the file has of a user. */
function exportedRow({ localId, email, passwordHash, salt, version, createdAt, lastLoginAt }: User): User {
  const row = { localId, email, createdAt, lastSignedInAt: lastLoginAt }
  if (version !== 0) return row
  return { ...row, passwordHash: inBase64(passwordHash), salt: inBase64(salt) }
}

/** `accountImporter.js`: what is sent of a row, whose hash has to be base64. */
function importedUser({ lastSignedInAt, ...row }: User): User {
  const { passwordHash } = row
  if (typeof passwordHash === 'string') {
    expect(Buffer.from(passwordHash, 'base64').toString('base64').replace(/=+$/, '')).toBe(
      passwordHash.replace(/=+$/, ''),
    )
  }
  return { ...row, passwordHash: forTheWeb(passwordHash), salt: forTheWeb(row['salt']), lastLoginAt: lastSignedInAt }
}

function inBase64(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll('_', '/').replaceAll('-', '+') : text
}

function forTheWeb(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll('/', '_').replaceAll('+', '-') : text
}

it.each([
  ['one of the command line', { hashAlgorithm: 'BCRYPT' }],
  ['one with a key', { hashAlgorithm: 'HMAC_SHA256', signerKey: 'c2VjcmV0' }],
  ['none', {}],
])(
  'passwords of this server leave by auth:export and come back by auth:import, whatever algorithm is named: %s',
  async (_, hash) => {
    await using world = await IdentityWorld.start({ mode: 'start', hashesForReal: true })
    const tools = await CommandLine.start(world)
    await world.call('accounts:signUp', own)
    const rows = await tools.export()
    const { body } = await world.call('accounts:signInWithPassword', own)
    await world.call('accounts:delete', { idToken: body['idToken'] })
    expect((await world.call('accounts:signInWithPassword', own)).status).toBe(400)
    const imported = await tools.import(rows, hash)
    expect(imported.body).toEqual({ kind: 'identitytoolkit#UploadAccountResponse' })
    expect((await world.call('accounts:signInWithPassword', own)).status).toBe(200)
  },
)

it('a password that came with another algorithm and was not used yet leaves as it came, and comes back beside those of this server', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', hashesForReal: true })
  const tools = await CommandLine.start(world)
  const passwordHash = bcrypt.toString('base64')
  await tools.import([{ localId: 'bob', email: fromElsewhere.email, passwordHash }], { hashAlgorithm: 'BCRYPT' })
  await world.call('accounts:signUp', own)
  const rows = await tools.export()
  expect(rows).toContainEqual(expect.objectContaining({ localId: 'bob', passwordHash }))
  const replaced = await tools.import(rows, { hashAlgorithm: 'BCRYPT' })
  expect(replaced.body).toEqual({ kind: 'identitytoolkit#UploadAccountResponse' })
  for (const person of [own, fromElsewhere]) {
    expect((await world.call('accounts:signInWithPassword', person)).status, person.email).toBe(200)
  }
})
