import { existsSync } from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { StatusError } from '@hearth/model'
import { decodeForeignHash } from '../../identity/passwords/stored-hash.ts'
import type { BearerTokens } from '../server/bearer-tokens.ts'
import { AccountCalls, type ListedAccount, type AccountsFile } from './account-calls.ts'
import { type AccountRow, formatCsvRow, formatJsonRow, isVendorProvider } from './account-row.ts'
import { CommandProgress } from './command-progress.ts'

const PAGE_SIZE = 1_000

export interface ExportCommand extends AccountsFile {
  /** Leaves out what the vendor's own import refuses. */
  readonly isPortable: boolean
  /** Puts the secrets of authenticator apps into the file. */
  readonly includesTotpSecrets: boolean
  /** Hashes of this algorithm alone, as the vendor writes them. */
  readonly hashAlgorithm: string | undefined
}

/** How many users there are in the file, and how many of them are not whole in it. */
export interface ExportCounts {
  readonly users: number
  /** Have a password whose hash is of another algorithm than the one asked for. */
  readonly withoutPassword: number
  /** Have a provider that the file has no place for. */
  readonly withoutProvider: number
  /** Have a second factor that the file has no place for, or an authenticator app whose secret was not asked for. */
  readonly withoutFactor: number
  /** Have passkeys, which the vendor's files have no place for. */
  readonly withoutPasskeys: number
}

interface Position extends ExportCounts {
  readonly byte: number
  readonly pageToken: string | undefined
}

/** Of an export that an earlier version began, too, which counted no passkeys. */
type KeptPosition = Omit<Position, 'withoutPasskeys'> & Partial<Position>

/**
 * Writes the users into a file in the vendor's format, in the order of their uids, and answers how many. One that was interrupted goes
 * on behind the last page that was written. Throws `already-exists`/`FILE_EXISTS`, `permission-denied`/`HASHES_WITHHELD` when the
 * credential is not given hashes, and what the server throws.
 */
export async function exportAccounts(
  command: ExportCommand,
  token: BearerTokens,
  onProgress: (counts: ExportCounts) => void,
): Promise<ExportCounts> {
  const { file, format, hashAlgorithm, isPortable, includesTotpSecrets } = command
  const calls = new AccountCalls({ origin: command.access.origin, token, ...command })
  const progress = new CommandProgress<KeptPosition>(`${file}.export-progress`, {
    from: calls.name,
    hashAlgorithm,
    format,
    isPortable,
    includesTotpSecrets,
  })
  const found = await progress.find()
  let position =
    found === undefined ? await begin(file, format) : { ...found, withoutPasskeys: found.withoutPasskeys ?? 0 }
  await truncate(file, position.byte)
  const output = await open(file, 'a')
  try {
    for (;;) {
      const { users, next } = await calls.list({
        token: position.pageToken,
        size: PAGE_SIZE,
        withTotpSecrets: includesTotpSecrets,
      })
      const page = formatPage(users, command, position)
      const text = format === 'csv' ? page.lines.map((line) => `${line}\n`).join('') : jsonLines(page.lines, position)
      await output.appendFile(text)
      position = { ...page.counts, byte: position.byte + Buffer.byteLength(text), pageToken: next }
      onProgress(position)
      if (next === undefined) break
      await output.sync()
      await progress.write(position)
    }
    if (format === 'json') await output.appendFile('\n]}\n')
    await output.sync()
  } finally {
    await output.close()
  }
  await progress.remove()
  return position
}

async function begin(file: string, format: 'json' | 'csv'): Promise<Position> {
  if (existsSync(file)) {
    throw new StatusError('already-exists', 'FILE_EXISTS', `${file} exists already. Name another file.`)
  }
  const head = format === 'json' ? '{"users": [\n' : ''
  // Hashes are as good as passwords to who has the time.
  const output = await open(file, 'wx', 0o600)
  await output.appendFile(head)
  await output.close()
  const counts = { users: 0, withoutPassword: 0, withoutProvider: 0, withoutFactor: 0, withoutPasskeys: 0 }
  return { byte: head.length, pageToken: undefined, ...counts }
}

function jsonLines(lines: readonly string[], { users }: Position): string {
  return lines.length === 0 ? '' : `${users === 0 ? '' : ',\n'}${lines.join(',\n')}`
}

function formatPage(
  users: readonly ListedAccount[],
  command: ExportCommand,
  before: ExportCounts,
): { lines: string[]; counts: ExportCounts } {
  const lines: string[] = []
  let { withoutPassword, withoutProvider, withoutFactor, withoutPasskeys } = before
  for (const user of users) {
    const { row, lacks } = rowOf(user, command)
    lines.push(command.format === 'csv' ? formatCsvRow(row) : formatJsonRow(row))
    if (lacks.password) withoutPassword++
    if (lacks.provider) withoutProvider++
    if (lacks.factor) withoutFactor++
    if (lacks.passkeys) withoutPasskeys++
  }
  const exported = before.users + users.length
  return { lines, counts: { users: exported, withoutPassword, withoutProvider, withoutFactor, withoutPasskeys } }
}

function rowOf(
  user: ListedAccount,
  { format, hashAlgorithm, isPortable, includesTotpSecrets }: ExportCommand,
): { row: AccountRow; lacks: { password: boolean; provider: boolean; factor: boolean; passkeys: boolean } } {
  const isVendors = isPortable || format === 'csv'
  const { localId, email, emailVerified, displayName, photoUrl, lastLoginAt, createdAt } = user
  const { phoneNumber, disabled, customAttributes, customAuth, mfaInfo = [], passkeyInfo = [] } = user
  const federated = (user.providerUserInfo ?? []).filter(
    ({ providerId }) => !['password', 'phone'].includes(providerId),
  )
  const providers = federated.filter(({ providerId }) => !isVendors || isVendorProvider(providerId))
  const factors = isVendors ? [] : mfaInfo.filter((factor) => includesTotpSecrets || 'phoneInfo' in factor)
  const hash = hashOf(user, hashAlgorithm)
  const row = {
    localId,
    ...defined({ email, emailVerified, ...hash, displayName, photoUrl, lastLoginAt, createdAt, phoneNumber }),
    ...defined({ disabled, customAttributes, customAuth: isVendors ? undefined : customAuth }),
    ...(providers.length > 0 && {
      providerUserInfo: providers.map((provider) => ({
        providerId: provider.providerId,
        rawId: provider.rawId,
        ...defined({ email: provider.email, displayName: provider.displayName, photoUrl: provider.photoUrl }),
      })),
    }),
    ...(factors.length > 0 && { mfaInfo: factors }),
    ...(passkeyInfo.length > 0 && !isVendors && { passkeyInfo }),
  }
  const lacks = {
    password: user.hearthHash !== undefined && hash.passwordHash === undefined,
    provider: providers.length < federated.length,
    factor: factors.length < mfaInfo.length,
    passkeys: passkeyInfo.length > 0 && isVendors,
  }
  return { row, lacks }
}

/** Without an algorithm the hash as the server keeps it, which says by itself what it is; with one as it came, when it is of that one. */
function hashOf(
  { passwordHash, hearthHash }: ListedAccount,
  algorithm: string | undefined,
): { readonly passwordHash?: string; readonly salt?: string } {
  if (hearthHash === undefined) {
    if (passwordHash === undefined) return {}
    const sentence = 'Password hashes are given to service keys alone. Name the file of one with --key.'
    throw new StatusError('permission-denied', 'HASHES_WITHHELD', sentence)
  }
  const kept = Buffer.from(hearthHash, 'base64url')
  if (algorithm === undefined || algorithm === 'HEARTH') return { passwordHash: kept.toString('base64') }
  const foreign = decodeForeignHash(kept.toString())
  return foreign?.algorithm === algorithm ? { passwordHash: plain(foreign.hash), salt: plain(foreign.salt) } : {}
}

/** In the alphabet that files have, with the padding. */
function plain(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64')
}

function defined<Members extends object>(members: Members): { [K in keyof Members]?: Exclude<Members[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof Members]?: Exclude<Members[K], undefined>
  }
}
