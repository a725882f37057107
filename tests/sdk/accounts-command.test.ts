import { execFile } from 'node:child_process'
import { createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type TotpSecret,
  updateProfile,
  type User,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import type { AccountsFile } from '../../apps/server/src/cli/accounts/account-calls.ts'
import { exportAccounts } from '../../apps/server/src/cli/accounts/export-accounts.ts'
import { importAccounts } from '../../apps/server/src/cli/accounts/import-accounts.ts'
import { runCommand } from '../../apps/server/src/testing/run-command.ts'
import { SoftwareAuthenticator } from '../../apps/server/src/testing/software-authenticator.ts'
import { totpCode, TOTP_PERIOD_SECONDS, totpStep } from '../../apps/server/src/identity/sign-in/totp.ts'
import { openBearerTokens } from '../../apps/server/src/cli/server/bearer-tokens.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const wholeExport = { isPortable: false, includesTotpSecrets: false, hashAlgorithm: undefined }

/** Two projects of a server, each with the file of a service key, and a folder for exports. */
class MoveWorld implements AsyncDisposable {
  readonly auth: AuthWorld
  readonly folder: string
  /** What the last command told. */
  told: readonly string[] = []

  private constructor(auth: AuthWorld, folder: string) {
    this.auth = auth
    this.folder = folder
  }

  static async start(mode: 'start' | 'dev' = 'start'): Promise<MoveWorld> {
    const world = new MoveWorld(
      await AuthWorld.start({ mode, hashesForReal: true }),
      await mkdtemp(join(tmpdir(), 'hearth-accounts-')),
    )
    const { server } = world.auth
    await server.projects.create({ id: 'new-home', name: 'New home' })
    for (const project of [server.project, 'new-home']) {
      const key = await server.identity.serviceKeys.create(project, { name: 'move' })
      const file = { private_key_id: key.id, private_key: key.privateKeyPem, client_email: key.clientEmail }
      await writeFile(join(world.folder, `${project}.key`), JSON.stringify(file))
    }
    return world
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  read(name: string): Promise<string> {
    return readFile(this.file(name), 'utf8')
  }

  write(name: string, content: string): Promise<void> {
    return writeFile(this.file(name), content)
  }

  /** Runs `hearth accounts …` as it is typed, with the project's key where no other credential is named; answers its exit status. */
  async run(
    line: string,
    project: string,
    credential: readonly string[] = ['--key', this.file(`${project}.key`)],
  ): Promise<number> {
    const [action = '', name = '', ...flags] = line.split(' ')
    const target = ['--project', project, '--url', this.auth.server.origin]
    const { status, told } = await runCommand(['accounts', action, this.file(name), ...flags, ...target, ...credential])
    this.told = told
    return status
  }

  /** A file of the users of `demo-app`, for what a test does to the work within a command. */
  fileOf(name: string): AccountsFile {
    return {
      file: this.file(name),
      format: name.endsWith('.csv') ? 'csv' : 'json',
      project: 'demo-app',
      tenant: undefined,
      access: {
        origin: this.auth.server.origin,
        credential: { kind: 'service-key', file: this.file('demo-app.key') },
      },
    }
  }

  /** Of `demo-app`. */
  readonly token = async (): Promise<string> => {
    const tokens = await openBearerTokens({ kind: 'service-key', file: this.file('demo-app.key') }, 'demo-app')
    return await tokens()
  }

  /** The API key of a project. */
  async keyOf(project: string): Promise<string> {
    return (await this.auth.server.projects.listApps(project))[0]?.apiKey ?? ''
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.auth[Symbol.asyncDispose]()
    await rm(this.folder, { recursive: true })
  }
}

/** As an app does it, with a code of the authenticator; a period later the next one is due. */
async function enrolApp({ auth: { server } }: MoveWorld, user: User): Promise<TotpSecret> {
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const code = totpCode(secret.secretKey, totpStep(server.clock.nowMs()))
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'Telephone')
  server.clock.advance(TOTP_PERIOD_SECONDS * 1_000)
  return secret
}

describe('hearth accounts', () => {
  it.each(['json', 'csv'])('moves users as %s, who sign in with the passwords they had', async (format) => {
    await using world = await MoveWorld.start()
    const { server } = world.auth
    const { user } = await createUserWithEmailAndPassword(world.auth.device(), email, password)
    await updateProfile(user, { displayName: 'Ada "the first", Countess' })
    const other = await createUserWithEmailAndPassword(world.auth.device(), 'bob@example.com', 'another horse')
    await server.identity.administration.update('demo-app', other.user.uid, {
      claims: { value: { role: 'a "b", c' } },
      phoneNumber: '+14155550123',
      linkProvider: { providerId: 'google.com', rawId: 'g-1', email: 'bob@gmail.com', displayName: 'Bob' },
      disabled: true,
    })

    expect(await world.run(`export one.${format}`, 'demo-app')).toBe(0)
    expect(world.told.at(-1)).toBe('2 users exported.')
    expect(await world.run(`import one.${format} --hash-algo HEARTH`, 'new-home')).toBe(0)
    expect(world.told.at(-1)).toBe('2 users: 2 imported, 0 could not be imported.')

    const device = world.auth.device({ apiKey: await world.keyOf('new-home') })
    const moved = await signInWithEmailAndPassword(device, email, password)
    expect(moved.user).toMatchObject({ uid: user.uid, displayName: 'Ada "the first", Countess' })
    const bob = await server.identity.accounts.get('new-home', other.user.uid)
    expect(bob).toMatchObject({ disabled: true, phoneNumber: '+14155550123', customClaims: { role: 'a "b", c' } })
    expect(bob.providers).toMatchObject([{ providerId: 'google.com', rawId: 'g-1', displayName: 'Bob' }])
  })

  it.each(['json', 'csv'])('gives back as %s what it was given, byte for byte', async (format) => {
    await using world = await MoveWorld.start()
    await createUserWithEmailAndPassword(world.auth.device(), email, password)
    const foreign = { uid: 'eve', email: 'eve@example.com', emailVerified: true, providers: [], secondFactors: [] }
    const hash = { algorithm: 'SHA256', hash: 'AAAA', salt: 'BBBB', parameters: { rounds: 3 } } as const
    await world.auth.server.identity.imports.import(
      'demo-app',
      [{ ...foreign, password: { kind: 'foreign', hash }, createdAt: 1_000, lastSignInAt: 2_000 }],
      { replaces: true },
    )
    await world.run(`export one.${format}`, 'demo-app')
    expect(await world.run(`import one.${format} --hash-algo HEARTH`, 'new-home')).toBe(0)
    await world.run(`export two.${format}`, 'new-home')
    expect(await world.read(`two.${format}`)).toBe(await world.read(`one.${format}`))
  })

  it('moves authenticator apps when it is told to, and says how when it is not', async () => {
    await using world = await MoveWorld.start()
    const { server } = world.auth
    const { user } = await createUserWithEmailAndPassword(world.auth.device(), email, password)
    await server.identity.administration.update('demo-app', user.uid, { emailVerified: true })
    const { secretKey } = await enrolApp(world, user)

    expect(await world.run('export plain.json', 'demo-app')).toBe(0)
    expect(world.told.at(-1)).toContain('1 of them without a second factor. Secrets of authenticator apps come along')
    expect(await world.read('plain.json')).not.toContain(secretKey)
    expect(await world.run('export whole.json --include-totp-secrets', 'demo-app')).toBe(0)
    expect(world.told).toEqual(['1 users exported.'])
    expect(await world.read('whole.json')).toContain(secretKey)
    expect(await world.run('import whole.json --hash-algo HEARTH', 'new-home')).toBe(0)

    const device = world.auth.device({ apiKey: await world.keyOf('new-home') })
    const refused = await signInWithEmailAndPassword(device, email, password).catch((thrown: unknown) => thrown)
    expect(refused).toMatchObject({ code: 'auth/multi-factor-auth-required' })
    const resolver = getMultiFactorResolver(device, refused as MultiFactorError)
    expect(resolver.hints).toMatchObject([{ factorId: 'totp', displayName: 'Telephone' }])
    const answerWith = (code: string) =>
      resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code))
    expect(await codeOf(answerWith('000000'))).toBe('auth/invalid-verification-code')
    const code = totpCode(secretKey, totpStep(server.clock.nowMs()))
    expect((await answerWith(code)).user.uid).toBe(user.uid)
    // Sealed for its new place: the record that the server keeps is not the file's.
    const [kept] = (await server.identity.accounts.get('new-home', user.uid)).secondFactors ?? []
    expect(JSON.stringify(kept)).not.toContain(secretKey)
  })

  it('moves passkeys with their public keys, and says where a file has no place for them', async () => {
    await using world = await MoveWorld.start()
    const { server } = world.auth
    const { user } = await createUserWithEmailAndPassword(world.auth.device(), email, password)
    const page = { origin: 'http://localhost:5173' }
    const passkeys = { rpId: 'localhost', origins: [] }
    for (const project of ['demo-app', 'new-home']) await server.identity.settings.update(project, () => ({ passkeys }))
    const authenticator = new SoftwareAuthenticator()
    const idToken = await user.getIdToken()
    const { body: begun } = await server.call('v2/accounts/passkeyEnrollment:start', { idToken })
    const authenticatorRegistrationResponse = authenticator.register(begun['credentialCreationOptions'] as never, page)
    await server.call('v2/accounts/passkeyEnrollment:finalize', { idToken, authenticatorRegistrationResponse })

    expect(await world.run('export vendors.csv', 'demo-app')).toBe(0)
    expect(world.told.at(-1)).toContain('1 of them without their passkeys.')
    expect(await world.run('export whole.json', 'demo-app')).toBe(0)
    expect(world.told).toEqual(['1 users exported.'])
    expect(await world.run('import whole.json --hash-algo HEARTH', 'new-home')).toBe(0)
    const key = { key: await world.keyOf('new-home') }
    const { body: asked } = await server.call('v2/accounts/passkeySignIn:start', {}, key)
    const answer = authenticator.assert(asked['credentialRequestOptions'] as never, page)
    const signedIn = { authenticatorAuthenticationResponse: answer }
    const { body } = await server.call('v2/accounts/passkeySignIn:finalize', signedIn, key)
    expect(body).toMatchObject({ localId: user.uid, idToken: expect.any(String) })
  })

  it('refuses a second factor that is neither a number nor a secret, and nobody else for it', async () => {
    await using world = await MoveWorld.start()
    const factors: object[] = [{ totpInfo: {} }, { totpInfo: { sharedSecretKey: 'no base32!' } }, {}]
    const users = factors.map((factor, n) => ({ localId: `u${n}`, mfaInfo: [factor] }))
    await world.write('users.json', JSON.stringify({ users: [...users, { localId: 'zoe' }] }))
    expect(await world.run('import users.json', 'demo-app')).toBe(1)
    expect(world.told).toContain('4 users: 1 imported, 3 could not be imported.')
    expect(world.told[0]).toContain('User 1 (u0): INVALID_SECOND_FACTOR')
  })

  it('takes a file of the vendor’s own scrypt, and hashes each password anew when it is first used', async () => {
    await using world = await MoveWorld.start()
    const { server } = world.auth
    const passwordHash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
    const user = { localId: 'ada', email, emailVerified: false, passwordHash, salt: '42xEC+ixf3L2lw==' }
    const times = { lastSignedInAt: '1700000000001', createdAt: '1600000000001' }
    const file = JSON.stringify({ users: [{ ...user, ...times, providerUserInfo: [] }] }, undefined, 2)
    await world.write('vendor.json', file)
    const key = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
    const flags = `--hash-algo SCRYPT --hash-key ${key} --salt-separator Bw== --rounds 8 --mem-cost 14`
    expect(await world.run(`import vendor.json ${flags}`, 'demo-app')).toBe(0)

    // What the vendor gave goes back to it, as long as the password was not used here.
    await world.run('export back.json --hash-algo SCRYPT --portable', 'demo-app')
    const { users } = JSON.parse(await world.read('back.json')) as { users: object[] }
    expect(users).toEqual([{ ...user, ...times, disabled: false }])

    expect(await codeOf(signInWithEmailAndPassword(world.auth.device(), email, 'wrong'))).toBe(
      'auth/invalid-credential',
    )
    const signedIn = await signInWithEmailAndPassword(world.auth.device(), email, 'user1password')
    expect(signedIn.user.uid).toBe('ada')
    expect((await server.identity.accounts.get('demo-app', 'ada')).passwordHash).toMatch(/^\$argon2id\$/)
    expect(await codeOf(signInWithEmailAndPassword(world.auth.device(), email, 'user1password'))).toBe('none')
    await world.run('export later.json --hash-algo SCRYPT', 'demo-app')
    expect(world.told.at(-1)).toContain('1 of them without their password')
  })

  it.each([
    ['HMAC_SHA512', `--hash-key ${btoa('secret')}`, createHmac('sha512', 'secret').update(`${password}NaCl`).digest()],
    [
      'HMAC_SHA256',
      `--hash-key ${btoa('secret')} --hash-input-order SALT_FIRST`,
      createHmac('sha256', 'secret').update(`NaCl${password}`).digest(),
    ],
    ['PBKDF2_SHA256', '--rounds 1000', pbkdf2Sync(password, 'NaCl', 1_000, 64, 'sha256')],
    [
      'STANDARD_SCRYPT',
      '--mem-cost 1024 --parallelization 16 --block-size 8 --dk-len 64',
      scryptSync(password, 'NaCl', 64, { N: 1_024, r: 8, p: 16 }),
    ],
    ['BCRYPT', '', Buffer.from('$2b$04$HVvDqg1Mhd4CCf6GDlzbUOnZ8rrg8JLwlal1tGyUcXYdA//iVBM9S')],
  ])('takes passwords that are hashed with %s', async (name, flags, hash) => {
    await using world = await MoveWorld.start()
    const columns = Array.from({ length: 28 }, () => '')
    columns.splice(0, 5, 'ada', email, 'true', hash.toString('base64'), btoa('NaCl'))
    await world.write('users.csv', `${columns.join(',')},\n`)
    expect(await world.run(`import users.csv --hash-algo ${name} ${flags}`.trim(), 'demo-app')).toBe(0)
    expect((await signInWithEmailAndPassword(world.auth.device(), email, password)).user.emailVerified).toBe(true)
  })

  const emulatorExport = JSON.stringify({
    kind: 'identitytoolkit#DownloadAccountResponse',
    users: [
      {
        localId: 'ada',
        email,
        emailVerified: false,
        passwordHash: `fakeHash:salt=fakeSaltQZ1:password=${password}`,
        salt: 'fakeSaltQZ1',
        passwordUpdatedAt: 1_700_000_000_000,
        validSince: '1700000000',
        createdAt: '1700000000000',
        lastLoginAt: '1700000000001',
        lastRefreshAt: '2023-11-14T22:13:20.000Z',
        providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
      },
      {
        localId: 'bob',
        email: 'bob@example.com',
        providerUserInfo: [{ providerId: 'google.com', rawId: '7', federatedId: 'https://accounts.google.com/7' }],
      },
    ],
  })

  it("takes an export of the vendor's emulator without passwords, and refuses these with what to do", async () => {
    await using world = await MoveWorld.start()
    await world.write('accounts.json', emulatorExport)
    expect(await world.run('import accounts.json', 'demo-app')).toBe(1)
    expect(world.told.join()).toMatch(/--without-passwords/)
    expect(await world.auth.server.identity.accounts.count('demo-app')).toBe(0)
    expect(await world.run('import accounts.json --without-passwords', 'demo-app')).toBe(0)
    expect(world.told).toContain('2 users: 2 imported, 0 could not be imported.')
    const bob = await world.auth.server.identity.accounts.get('demo-app', 'bob')
    expect(bob.providers).toMatchObject([{ providerId: 'google.com', rawId: '7' }])
  })

  it("takes an export of the vendor's emulator with its passwords under hearth dev", async () => {
    await using world = await MoveWorld.start('dev')
    await world.write('accounts.json', emulatorExport)
    expect(await world.run('import accounts.json', 'demo-app', ['--token', 'owner'])).toBe(0)
    const { user } = await signInWithEmailAndPassword(world.auth.device(), email, password)
    expect(user.uid).toBe('ada')
    expect(await codeOf(signInWithEmailAndPassword(world.auth.device(), email, 'another'))).toBe(
      'auth/invalid-credential',
    )
  })

  it('counts a uid that the file has twice as one that is there', async () => {
    await using world = await MoveWorld.start()
    const users = ['first', 'second'].map((displayName) => ({ localId: 'ada', displayName }))
    await world.write('users.json', JSON.stringify({ users }))
    expect(await world.run('import users.json', 'demo-app')).toBe(0)
    expect(world.told).toContain('2 users: 1 imported, 1 were there already, 0 could not be imported.')
    expect(await world.run('import users.json --replace', 'demo-app')).toBe(0)
    expect((await world.auth.server.identity.accounts.get('demo-app', 'ada')).displayName).toBe('second')
  })

  it('skips users that are there, or replaces them, and tells whom it could not import and why', async () => {
    await using world = await MoveWorld.start()
    await world.auth.server.identity.accounts.create({ project: 'demo-app', uid: 'ada', email, displayName: 'Ada' })
    const users = [
      { localId: 'ada', email: 'lovelace@example.com', displayName: 'Lovelace' },
      { localId: 'bob', email: 'no address' },
      { localId: 'eve', email: 7 },
      { localId: 'joe', createdAt: 'yesterday', passwordHash: 'no base64!' },
      { localId: 'zoe', email: 'zoe@example.com', displayName: null, unknown: true },
    ]
    await world.write('users.json', JSON.stringify({ users }))
    expect(await world.run('import users.json --without-passwords', 'demo-app')).toBe(1)
    expect(world.told).toContain('5 users: 1 imported, 1 were there already, 3 could not be imported.')
    expect(world.told[0]).toBe('User 2 (bob): INVALID_EMAIL : The e-mail address is badly formatted.')
    expect((await world.read('users.json.import-errors.jsonl')).trim().split('\n')).toHaveLength(3)
    expect((await world.auth.server.identity.accounts.get('demo-app', 'ada')).displayName).toBe('Ada')

    expect(await world.run('import users.json --without-passwords --replace', 'demo-app')).toBe(1)
    expect(world.told).toContain('5 users: 2 imported, 3 could not be imported.')
    expect((await world.auth.server.identity.accounts.get('demo-app', 'ada')).displayName).toBe('Lovelace')
  })

  it('needs no more memory for a large file than for a small one', async () => {
    await using world = await MoveWorld.start()
    // Refused by the server, which is quicker than taken; 60 MB, with less than that to hold them in.
    const user = (n: number): string =>
      JSON.stringify({ localId: `u${n}`, email: 'none', customAttributes: 'x'.repeat(50_000) })
    const file = await open(world.file('users.json'), 'w')
    await file.write(`{"users":[${user(0)}`)
    for (let n = 1; n < 1_200; n++) await file.write(`,${user(n)}`)
    await file.write(']}')
    await file.close()
    const main = join(import.meta.dirname, '../../apps/server/src/main.mjs')
    const words = ['accounts', 'import', world.file('users.json'), '--project', 'demo-app']
    const ended = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=48',
      main,
      ...words,
      '--url',
      world.auth.server.origin,
      '--key',
      world.file('demo-app.key'),
    ]).catch((error: unknown) => error as { code: number; stderr: string })
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stderr).toContain('1,200 users: 0 imported, 1,200 could not be imported.')
    expect(ended.stderr.split('\n').filter((line) => line.startsWith('User '))).toHaveLength(20)
  })

  it('imports no passwords that it was told nothing of', async () => {
    await using world = await MoveWorld.start()
    await world.write('users.json', JSON.stringify({ users: [{ localId: 'ada', passwordHash: 'AAAA' }] }))
    expect(await world.run('import users.json', 'demo-app')).toBe(1)
    expect(world.told.at(-1)).toContain('--hash-algo')
    expect(await world.auth.server.identity.accounts.find('demo-app', 'ada')).toBeUndefined()
  })

  it('goes on behind the users that were acknowledged when it was interrupted', async () => {
    await using world = await MoveWorld.start()
    const users = Array.from({ length: 1_200 }, (_, n) => ({ localId: `u${String(n).padStart(4, '0')}` }))
    await world.write('users.json', JSON.stringify({ users }))
    const command = { ...world.fileOf('users.json'), hash: undefined, withoutPasswords: false, replaces: false }
    const interrupted = importAccounts(command, world.token, {
      refused: () => undefined,
      progress(counts) {
        if (counts.users === 1_000) throw new Error('cut')
      },
    })
    await expect(interrupted).rejects.toThrow('cut')
    expect(await world.auth.server.identity.accounts.count('demo-app')).toBe(1_000)
    expect(await world.run('import users.json', 'demo-app')).toBe(0)
    expect(world.told.at(-1)).toBe('1,200 users: 1,200 imported, 0 could not be imported.')
    // Now everybody is there.
    await world.run('import users.json', 'demo-app')
    expect(world.told.at(-1)).toBe('1,200 users: 0 imported, 1,200 were there already, 0 could not be imported.')
  })

  it.each(['json', 'csv'])('goes on with an export to %s that was interrupted, also within a line', async (format) => {
    await using world = await MoveWorld.start()
    const users = Array.from({ length: 2_300 }, (_, n) => ({ localId: `u${n}` }))
    await world.write('users.json', JSON.stringify({ users }))
    await world.run('import users.json', 'demo-app')
    const command = { ...world.fileOf(`all.${format}`), ...wholeExport }
    const interrupted = exportAccounts(command, world.token, (counts) => {
      if (counts.users === 2_000) throw new Error('cut')
    })
    await expect(interrupted).rejects.toThrow('cut')
    await appendFile(world.file(`all.${format}`), '{"localId":"half')
    expect(await world.run(`export all.${format}`, 'demo-app')).toBe(0)
    expect(world.told.at(-1)).toBe('2,300 users exported.')
    expect(await world.run(`export all.${format}`, 'demo-app')).toBe(1)
    expect(world.told.at(-1)).toContain('exists already')
    await world.run(`import all.${format}`, 'new-home')
    expect(world.told.at(-1)).toBe('2,300 users: 2,300 imported, 0 could not be imported.')
  })

  it('says so when the credential is not given hashes, or is none', async () => {
    await using world = await MoveWorld.start()
    const { identity } = world.auth.server
    await createUserWithEmailAndPassword(world.auth.device(), email, password)
    const custom = await identity.customTokens.mint('demo-app', 'olga', { hearth_role: 'owner' })
    const operator = await identity.signIns.signInWithCustomToken('demo-app', custom, { address: '127.0.0.1' })
    const token = 'idToken' in operator ? operator.idToken : ''
    const ask = await fetch(
      `${world.auth.server.origin}/v1/projects/demo-app/accounts:batchGet?hearthTotpSecrets=true`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    )
    expect(await ask.text()).toContain('INSUFFICIENT_PERMISSION')
    const command = { ...world.fileOf('users.json'), ...wholeExport }
    await expect(
      exportAccounts(
        command,
        async () => token,
        () => undefined,
      ),
    ).rejects.toThrow(/service keys alone/)
    await world.write('demo-app.key', '{}')
    expect(await world.run('export users.json', 'demo-app')).toBe(1)
    expect(world.told.at(-1)).toContain('is not the file of a service key')
  })
})
