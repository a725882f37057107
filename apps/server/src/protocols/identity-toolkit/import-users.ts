import { z } from 'zod'
import type { ImportedUser } from '../../identity/account-import.ts'
import { foreignAlgorithms, type HashParameters } from '../../identity/foreign-hash.ts'
import { identityError } from '../../identity/identity-error.ts'
import { defineAdminMethod, optionalFlag, optionalInteger, optionalText } from './define-method.ts'

const usersMax = 1_000
const bodyBytesMax = 8 * 1024 * 1024

const factor = z.object({
  mfaEnrollmentId: optionalText,
  displayName: optionalText,
  phoneInfo: z.string(),
  enrolledAt: optionalText,
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
  passwordHash: optionalText,
  salt: optionalText,
  createdAt: optionalInteger,
  lastLoginAt: optionalInteger,
  providerUserInfo: z
    .array(
      z.object({
        providerId: z.string(),
        rawId: z.string(),
        email: optionalText,
        displayName: optionalText,
        photoUrl: optionalText,
      }),
    )
    .max(20)
    .nullish(),
  mfaInfo: z.array(factor).nullish(),
})

const request = z.object({
  users: z.array(user).max(usersMax),
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
})

type ImportRequest = z.infer<typeof request>

/** `importUsers`: with the hash formats of the vendor and, as `ARGON2ID`, the one that `batchGet` gives to server credentials. */
export const importUsers = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:batchCreate',
  needs: 'editor',
  bodyBytesMax,
  request,
  async handle(call, { realm, identity }) {
    if (call.users.length === 0) throw identityError('MISSING_USER_ACCOUNT')
    const failures = await identity.imports.import(
      realm,
      call.users.map((one) => importedUser(one, call)),
    )
    const error = failures.map(({ index, error: { reason, message } }) => ({
      index,
      message: `${reason} : ${message}`,
    }))
    return { kind: 'identitytoolkit#UploadAccountResponse', ...(error.length > 0 && { error }) }
  },
})

function importedUser(one: z.infer<typeof user>, call: ImportRequest): ImportedUser {
  return {
    ...one,
    uid: one.localId ?? '',
    lastSignInAt: one.lastLoginAt,
    providers: (one.providerUserInfo ?? []).filter(({ providerId }) => !['password', 'phone'].includes(providerId)),
    phoneFactors: (one.mfaInfo ?? []).map((info) => ({
      id: info.mfaEnrollmentId,
      phoneNumber: info.phoneInfo,
      displayName: info.displayName,
      enrolledAt: info.enrolledAt === undefined ? undefined : Date.parse(info.enrolledAt) || undefined,
    })),
    password: one.passwordHash === undefined ? undefined : passwordOf(one.passwordHash, one.salt ?? '', call),
  }
}

function passwordOf(hash: string, salt: string, call: ImportRequest): ImportedUser['password'] {
  const { hashAlgorithm } = call
  if (hashAlgorithm === undefined) throw identityError('MISSING_HASH_ALGORITHM')
  if (hashAlgorithm === 'ARGON2ID') return { kind: 'argon2id', hash: Buffer.from(hash, 'base64').toString() }
  const algorithm = foreignAlgorithms.find((name) => name === hashAlgorithm)
  if (algorithm === undefined) throw identityError('INVALID_HASH_ALGORITHM')
  return { kind: 'foreign', hash: { algorithm, hash, salt, parameters: parametersOf(call) } }
}

function parametersOf(call: ImportRequest): HashParameters {
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
