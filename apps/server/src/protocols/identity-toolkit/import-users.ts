import { createHash } from 'node:crypto'
import { z } from 'zod'
import { listOf } from '../../lib/list-of.ts'
import type { ImportedProvider, ImportedUser } from '../../identity/accounts/account-import.ts'
import { foreignAlgorithms, type ForeignHash, type HashParameters } from '../../identity/passwords/foreign-hash.ts'
import { isStoredHash } from '../../identity/passwords/stored-hash.ts'
import { identityError } from '../../identity/identity-error.ts'
import { projectOf } from '../../identity/realm.ts'
import {
  always,
  defineAdminMethod,
  type IdentityToolkitDeps,
  optionalFlag,
  optionalInteger,
  optionalText,
  optionalTexts,
} from './define-method.ts'

const USERS_MAX = 1_000
const BODY_BYTES_MAX = 8 * 1024 * 1024

const factor = z.object({
  mfaEnrollmentId: optionalText,
  displayName: optionalText,
  phoneInfo: optionalText,
  totpInfo: z.object({ sharedSecretKey: optionalText }).nullish(),
  enrolledAt: optionalText,
})

const passkey = z.object({
  credentialId: optionalText,
  name: optionalText,
  rpId: optionalText,
  publicKey: optionalText,
  signCount: optionalInteger,
  userHandle: optionalText,
  transports: optionalTexts,
  enrolledAt: optionalText,
  lastUsedAt: optionalText,
})

const user = z.object({
  localId: optionalText,
  email: optionalText,
  emailVerified: optionalFlag,
  displayName: optionalText,
  photoUrl: optionalText,
  phoneNumber: optionalText,
  disabled: optionalFlag,
  customAttributes: optionalText,
  customAuth: optionalFlag,
  passwordHash: optionalText,
  salt: optionalText,
  createdAt: optionalInteger,
  lastLoginAt: optionalInteger,
  providerUserInfo: listOf(
    z.object({
      providerId: optionalText,
      rawId: optionalText,
      email: optionalText,
      displayName: optionalText,
      photoUrl: optionalText,
    }),
    20,
  ).nullish(),
  mfaInfo: listOf(factor, 100).nullish(),
  passkeyInfo: listOf(passkey, 100).nullish(),
})

/** The vendor's `Argon2Parameters`; version 1.0 of the algorithm is not supported. */
const argon2 = z.object({
  hashType: z.enum(['ARGON2_D', 'ARGON2_I', 'ARGON2_ID']),
  hashLengthBytes: optionalInteger,
  parallelism: optionalInteger,
  iterations: optionalInteger,
  memoryCostKib: optionalInteger,
  version: z.enum(['VERSION_UNSPECIFIED', 'VERSION_13']).nullish(),
  associatedData: optionalText,
})

const argon2Variants = { ARGON2_D: 'argon2d', ARGON2_I: 'argon2i', ARGON2_ID: 'argon2id' } as const

const request = z.object({
  users: listOf(user, USERS_MAX),
  hashAlgorithm: optionalText,
  signerKey: optionalText,
  saltSeparator: optionalText,
  rounds: optionalInteger,
  memoryCost: optionalInteger,
  cpuMemCost: optionalInteger,
  parallelization: optionalInteger,
  blockSize: optionalInteger,
  dkLen: optionalInteger,
  passwordHashOrder: optionalText,
  argon2Parameters: argon2.nullish(),
  allowOverwrite: optionalFlag,
  sanityCheck: optionalFlag,
})

type ImportRequest = z.infer<typeof request>

/**
 * `importUsers`: with the hash formats of the vendor and those that `batchGet` gives to server credentials, `ARGON2ID` and `HEARTH`. A hash
 * that a server of ours kept is known by itself, whatever algorithm is named.
 * Users that are there already are replaced, as the Admin SDK documents it, unless `allowOverwrite` is false.
 */
export const importUsers = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:batchCreate',
  needs: 'editor',
  // An import replaces accounts, with their passwords.
  needsRecentSignIn: always,
  bodyBytesMax: BODY_BYTES_MAX,
  request,
  async handle(call, { realm, identity }) {
    if (call.users.length === 0) throw identityError('MISSING_USER_ACCOUNT')
    assertDistinct(call, await identity.settings.get(projectOf(realm)))
    const failures = await identity.imports.import(
      realm,
      call.users.map((one) => importedUser(one, call, identity.mode)),
      { replaces: call.allowOverwrite ?? true },
    )
    const error = failures.map(({ index, error: { reason, message } }) => ({
      index,
      message: `${reason} : ${message}`,
    }))
    return { kind: 'identitytoolkit#UploadAccountResponse', ...(error.length > 0 && { error }) }
  },
})

/**
 * What a batch has twice refuses it whole, as with the vendor: uids unless the call says that users are replaced, addresses and users of
 * providers where it asks for the check, addresses only where an account has one for itself. Throws `DUPLICATE_LOCAL_ID`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`, each with what is there twice.
 */
function assertDistinct(
  { users, allowOverwrite, sanityCheck }: ImportRequest,
  { duplicateEmails }: { readonly duplicateEmails: boolean },
): void {
  if (sanityCheck === true && !duplicateEmails) {
    const email = firstTwice(users.flatMap(({ email: address }) => address?.toLowerCase() || []))
    if (email !== undefined) throw identityError('DUPLICATE_EMAIL', email)
  }
  if (sanityCheck === true) {
    const names = users.flatMap(({ providerUserInfo }) => (providerUserInfo ?? []).map(providerUserName))
    const name = firstTwice(names)
    if (name !== undefined) throw identityError('DUPLICATE_RAW_ID', name)
  }
  if (allowOverwrite === true) return
  const uid = firstTwice(users.flatMap(({ localId }) => localId || []))
  if (uid !== undefined) throw identityError('DUPLICATE_LOCAL_ID', uid)
}

function providerUserName({ providerId = '', rawId = '' }: ImportedProvider): string {
  return `Provider id(${providerId}), Raw id(${rawId})`
}

function firstTwice(texts: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (const text of texts) {
    if (seen.has(text)) return text
    seen.add(text)
  }
  return undefined
}

function importedUser(one: z.infer<typeof user>, call: ImportRequest, mode: IdentityToolkitDeps['mode']): ImportedUser {
  return {
    ...one,
    uid: one.localId ?? '',
    lastSignInAt: one.lastLoginAt,
    madeByCustomToken: one.customAuth,
    providers: (one.providerUserInfo ?? []).filter(
      ({ providerId = '' }) => !['password', 'phone'].includes(providerId),
    ),
    secondFactors: (one.mfaInfo ?? []).map((info) => ({
      id: info.mfaEnrollmentId,
      phoneNumber: info.phoneInfo,
      totpSecret: info.totpInfo?.sharedSecretKey,
      displayName: info.displayName,
      enrolledAt: millisecondsOf(info.enrolledAt),
    })),
    passkeys: (one.passkeyInfo ?? []).map((info) => ({
      id: info.credentialId,
      name: info.name,
      rpId: info.rpId,
      publicKey: info.publicKey,
      counter: info.signCount,
      userHandle: info.userHandle,
      transports: info.transports,
      enrolledAt: millisecondsOf(info.enrolledAt),
      lastUsedAt: millisecondsOf(info.lastUsedAt),
    })),
    password: one.passwordHash === undefined ? undefined : passwordOf(one.passwordHash, one.salt ?? '', call, mode),
  }
}

function millisecondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time) || undefined
}

function passwordOf(
  hash: string,
  salt: string,
  call: ImportRequest,
  mode: IdentityToolkitDeps['mode'],
): ImportedUser['password'] {
  if (isEmulatorPassword(hash)) {
    if (mode === 'dev') return { kind: 'foreign', hash: hashOfEmulatorPassword(hash) }
    throw identityError(
      'INVALID_HASH',
      "An export of the vendor's emulator has passwords in the clear and no hashes, which hearth dev alone takes. Import its users without them (--without-passwords); a reset by mail sets a new one.",
    )
  }
  const stored = { kind: 'stored', hash: Buffer.from(hash, 'base64').toString() } as const
  // The vendor's command line names one algorithm for a whole file, and none of ours.
  if (isStoredHash(stored.hash)) return stored
  const { hashAlgorithm } = call
  if (hashAlgorithm === undefined) throw identityError('MISSING_HASH_ALGORITHM')
  if (hashAlgorithm === 'ARGON2ID' || hashAlgorithm === 'HEARTH') return stored
  const algorithm = foreignAlgorithms.find((name) => name === hashAlgorithm)
  if (algorithm === undefined) throw identityError('INVALID_HASH_ALGORITHM')
  return { kind: 'foreign', hash: { algorithm, hash, salt, parameters: parametersOf(call) } }
}

function parametersOf(call: ImportRequest): HashParameters {
  if (call.hashAlgorithm === 'ARGON2' && call.argon2Parameters) {
    const { hashType, hashLengthBytes, parallelism, iterations, memoryCostKib, associatedData } = call.argon2Parameters
    return {
      variant: argon2Variants[hashType],
      keyBytes: hashLengthBytes,
      parallelization: parallelism,
      rounds: iterations,
      memoryCost: memoryCostKib,
      associatedData,
    }
  }
  return {
    signerKey: call.signerKey,
    saltSeparator: call.saltSeparator,
    rounds: call.rounds,
    memoryCost: call.cpuMemCost ?? call.memoryCost,
    parallelization: call.parallelization,
    blockSize: call.blockSize,
    keyBytes: call.dkLen,
    ...(call.passwordHashOrder !== undefined && { isSaltFirst: call.passwordHashOrder === 'SALT_AND_PASSWORD' }),
  }
}

const [saltMark, passwordMark] = ['fakeHash:salt=', ':password=']

/** Whether it is what the vendor's emulator exports in place of a hash: `fakeHash:salt=<salt>:password=<the password itself>`. */
function isEmulatorPassword(passwordHash: string): boolean {
  return passwordHash.startsWith(saltMark) && passwordHash.includes(passwordMark)
}

/** A hash of the password that the emulator's text has in it, as good as one for tests: whole imports of them must be quick. */
function hashOfEmulatorPassword(passwordHash: string): ForeignHash {
  const at = passwordHash.indexOf(passwordMark)
  const salt = passwordHash.slice(saltMark.length, at)
  const password = passwordHash.slice(at + passwordMark.length)
  const hash = createHash('sha256').update(salt).update(password).digest('base64')
  return { algorithm: 'SHA256', hash, salt: Buffer.from(salt).toString('base64'), parameters: { rounds: 1 } }
}
