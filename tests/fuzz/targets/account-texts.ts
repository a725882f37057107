import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { generateSeeds } from './passkey-seeds.ts'
import { ignoreRefusal, same } from './judgement.ts'

const userRow = {
  localId: 'u1',
  email: 'ada@example.com',
  emailVerified: true,
  passwordHash: 'aGFzaA==',
  salt: 'c2FsdA==',
  displayName: '"Ada", Countess',
  lastSignedInAt: '1800000000000',
  createdAt: 1_800_000_000_000,
  providerUserInfo: [{ providerId: 'google.com', rawId: 'g1', email: 'g@x.example' }],
  mfaInfo: [{ mfaEnrollmentId: 'f', phoneInfo: '+14155550123' }],
  passkeyInfo: [{}],
  customAttributes: '{"a":1}',
}
const foreign = (parameters: object, algorithm = 'SCRYPT'): string =>
  `foreign:${JSON.stringify({ algorithm, hash: 'aGFzaA==', salt: 'c2FsdA==', parameters })}`

/** What is said of accounts: files of them, and the texts of one. */
export const accountTextTargets: readonly FuzzTarget[] = [
  {
    name: 'account-file',
    form: 'text',
    watches: ['/cli/accounts/'],
    seeds: [
      JSON.stringify({ kind: 'x', users: [userRow, { ...userRow, localId: 'u2' }], more: { users: [] } }),
      'u1,ada@example.com,true,aGFzaA==,c2FsdA==,"Ada ""L""\n Countess"\r\n\nu2,b@x.example\n',
      '{"users":[]}',
    ],
    words: ['"users":[', '{"localId":"u"}', ',', '"', '\\"', '\n', '\r\n', '{', '}', ']', '\uFEFF'],
    refusals: ['invalid-argument', 'data-loss'],
    limitBytes: MIB,
    async open() {
      const { readJsonUsers } = await import('../../../apps/server/src/cli/accounts/read-json-users.ts')
      const { readCsvRecords } = await import('../../../apps/server/src/cli/accounts/read-csv-users.ts')
      const { parseCsvRow, parseJsonRow, passwordComplaintOf } =
        await import('../../../apps/server/src/cli/accounts/account-row.ts')
      const folder = await mkdtemp(join(tmpdir(), 'hearth-fuzz-'))
      const file = join(folder, 'users')
      const start = { byte: 0, number: 0 }
      return {
        async run(input) {
          writeFileSync(file, input)
          for await (const { text, number, end } of readCsvRecords(file, start)) {
            const parsed = parseCsvRow(text)
            if (parsed.kind === 'row') passwordComplaintOf(parsed.row)
            // What was read goes on behind itself.
            if (number === 1 && input.length < KIB)
              for await (const next of readCsvRecords(file, { byte: end, number })) same(next.number > 1, true)
          }
          for await (const { text } of readJsonUsers(file, start)) {
            try {
              parseJsonRow(text)
            } catch (error) {
              // As the command does: it names the user and goes on.
              if (!(error instanceof SyntaxError)) throw error
            }
          }
        },
        async [Symbol.asyncDispose]() {
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
  },
  {
    name: 'stored-hash',
    form: 'text',
    watches: ['/identity/passwords/stored-hash.ts', '/identity/passwords/foreign-hash.ts'],
    seeds: [
      `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
      foreign({ signerKey: 'AA==', saltSeparator: 'AA==', rounds: 8, memoryCost: 14 }),
      foreign({ memoryCost: 1024, blockSize: 8, parallelization: 16, keyBytes: 64 }, 'STANDARD_SCRYPT'),
      foreign({ rounds: 1000, isSaltFirst: true }, 'PBKDF2_SHA256'),
      foreign({ variant: 'argon2id', rounds: 2, memoryCost: 64, keyBytes: 32, parallelization: 1 }, 'ARGON2'),
      `foreign:${JSON.stringify({ algorithm: 'BCRYPT', hash: Buffer.from(`$2a$10$${'a'.repeat(53)}`).toString('base64'), salt: '', parameters: {} })}`,
    ],
    words: [
      'foreign:',
      '"algorithm":"',
      'SCRYPT',
      'BCRYPT',
      'ARGON2',
      'HMAC_SHA256',
      '"rounds":',
      '"memoryCost":',
      '9007199254740991',
      '-1',
    ],
    limitBytes: 64 * KIB,
    async open() {
      const { decodeForeignHash, parseStoredHash } =
        await import('../../../apps/server/src/identity/passwords/stored-hash.ts')
      return {
        run(input) {
          const stored = parseStoredHash(input.toString())
          same(parseStoredHash(stored), stored)
          decodeForeignHash(stored)
        },
      }
    },
  },
  {
    name: 'account-fields',
    form: 'text',
    watches: [
      '/identity/accounts/account-fields.ts',
      '/identity/accounts/custom-claims.ts',
      '/identity/sessions/refresh-token.ts',
      '/identity/passkeys/relying-party.ts',
      '/identity/sign-in/test-phone-numbers.ts',
      '/mails/mail-templates.ts',
    ],
    seeds: [
      'ada@example.com',
      '+14155550123',
      'https://example.com/a.png',
      'de_at',
      '{"role":"admin","n":[1]}',
      'login.example.com',
      `a.dTE.${'A'.repeat(22)}.${'A'.repeat(43)}.tenant-1`,
      'android:apk-key-hash:' + 'A'.repeat(43),
    ],
    words: ['@', '.', '-', '+', 'https://', '{"', '"sub":', 'a.', 'zh-Hant-TW', '\u0000', '\ud800'],
    limitBytes: 64 * KIB,
    async open() {
      const fields = await import('../../../apps/server/src/identity/accounts/account-fields.ts')
      const { parseClaims } = await import('../../../apps/server/src/identity/accounts/custom-claims.ts')
      const { formatRefreshToken, parseRefreshToken } =
        await import('../../../apps/server/src/identity/sessions/refresh-token.ts')
      const { isExpectedOrigin, parseRelyingParty } =
        await import('../../../apps/server/src/identity/passkeys/relying-party.ts')
      const { parseTestPhoneNumbers } = await import('../../../apps/server/src/identity/sign-in/test-phone-numbers.ts')
      const { parseLanguageTag } = await import('../../../apps/server/src/mails/mail-templates.ts')
      return {
        run(input) {
          const text = input.toString()
          ignoreRefusal(() => same(fields.parseEmail(fields.parseEmail(text)), fields.parseEmail(text)))
          ignoreRefusal(() => fields.parseDisplayName(text))
          ignoreRefusal(() => fields.parsePhotoUrl(text))
          ignoreRefusal(() => fields.parsePhoneNumber(text))
          ignoreRefusal(() => fields.validateUid(text))
          ignoreRefusal(() => parseClaims(text))
          ignoreRefusal(() => same(parseLanguageTag(parseLanguageTag(text)), parseLanguageTag(text)))
          ignoreRefusal(() => parseTestPhoneNumbers({ [text]: '123456', '+14155550123': text }))
          ignoreRefusal(() => parseRelyingParty({ rpId: 'example.com', origins: [text] }))
          ignoreRefusal(() =>
            isExpectedOrigin(parseRelyingParty({ rpId: text, origins: [] }), `https://${text}`, [text]),
          )
          const token = parseRefreshToken(text)
          if (token !== undefined) parseRefreshToken(formatRefreshToken(token))
        },
      }
    },
  },
  {
    name: 'passkey-answer',
    form: 'bytes',
    watches: ['/identity/passkeys/', '/@simplewebauthn/server/', '/@levischuck/tiny-cbor/'],
    // The first byte says which part of the answer the rest is: the attestation, the client's data, the authenticator's data.
    seeds: generateSeeds().seeds,
    words: [
      '\xa3',
      '\x63fmt',
      '\x64none',
      '\x67attStmt',
      '\x68authData',
      '\x58',
      '\x59\xff\xff',
      '\xbf',
      '\x9f',
      '\x81',
      '\xa1',
      '\xff',
      '"type"',
      '"challenge"',
      '"origin"',
    ],
    refusals: ['unauthenticated'],
    // A part is 16 KiB of base64.
    limitBytes: 12 * KIB,
    async open() {
      const { verifyAssertion, verifyRegistration } =
        await import('../../../apps/server/src/identity/passkeys/passkey-verifier.ts')
      const { registration, assertion, expected } = generateSeeds()
      // The first load is no part of any input's time.
      const { key } = await verifyRegistration(registration, expected)
      const passkey = { ...key, name: 'x', rpId: expected.party.rpId, userHandle: 'dQ', enrolledAt: 0 }
      return {
        async run(input) {
          const part = input.subarray(1).toString('base64url')
          switch ((input[0] ?? 0) % 4) {
            case 0:
              return await verifyRegistration({ ...registration, attestationObject: part }, expected)
            case 1:
              return await verifyRegistration({ ...registration, clientDataJSON: part }, expected)
            case 2:
              return await verifyAssertion({ ...assertion, authenticatorData: part }, passkey, expected)
            default:
              return await verifyAssertion({ ...assertion, signature: part }, { ...passkey, publicKey: part }, expected)
          }
        },
      }
    },
  },
  {
    name: 'bearer',
    form: 'text',
    watches: ['/identity/tokens/', '/access/'],
    // The value of an `Authorization` header, or what a service key signed for the token endpoint.
    seeds: [
      'Bearer e30.e30.',
      `Firebase ${encoded({ alg: 'none' })}.${encoded({ sub: 'ada', user_id: 'ada', aud: 'demo-app', iss: 'https://securetoken.google.com/demo-app', iat: 0, exp: 4_000_000_000, auth_time: 0 })}.`,
      `Bearer ${encoded({ alg: 'RS256', kid: 'x' })}.${encoded({ iss: 'key-1@demo-app.iam.gserviceaccount.com', aud: 'https://x/token' })}.AAAA`,
      'Bearer hat.demo-app.AAAA.BBBB',
    ],
    words: [
      'Bearer ',
      'Firebase ',
      '.',
      'hat.demo-app.',
      encoded({ alg: 'none' }),
      encoded({ firebase: [] }),
      encoded({ iss: {}, sub: [] }),
      'e30',
      'bnVsbA',
    ],
    refusals: ['unauthenticated', 'invalid-argument', 'permission-denied', 'resource-exhausted', 'not-found'],
    limitBytes: 64 * KIB,
    async open() {
      const { IdentityWorld } = await import('../../../apps/server/src/testing/identity-world.ts')
      const { TokenAuthenticator } = await import('../../../apps/server/src/identity/tokens/token-authenticator.ts')
      const worlds = await Promise.all(
        (['start', 'dev'] as const).map(async (mode) => ({ mode, world: await IdentityWorld.start({ mode }) })),
      )
      const doors = worlds.map(({ mode, world: { identity } }) => {
        const { tokens, serviceKeys, accessTokens } = identity
        const options = {
          mode,
          consoleProject: 'console',
          tokens,
          serviceKeys,
          accessTokens,
          onForeignToken: () => undefined,
        }
        return { door: new TokenAuthenticator(options), accessTokens }
      })
      return {
        async run(input) {
          const text = input.toString('latin1')
          for (const { door, accessTokens } of doors) {
            try {
              const caller = await door.authenticate('demo-app', text)
              same(caller.kind === 'visitor' || caller.project === 'demo-app', true)
            } catch (error) {
              if (!(error instanceof StatusError) || error.code !== 'unauthenticated') throw error
            }
            await accessTokens.issue(text, { address: '192.0.2.1', audiences: ['https://x/token'] })
          }
        },
        async [Symbol.asyncDispose]() {
          for (const { world } of worlds) await world[Symbol.asyncDispose]()
        },
      }
    },
  },
]

function encoded(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url')
}
