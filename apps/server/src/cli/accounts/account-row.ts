import { csvQuoted, escapeFormula, unescapeFormula } from '@hearth/model'
import { parseOutsideJson } from '../../lib/outside-json.ts'
import { parseCsvRecord } from './read-csv-users.ts'

/**
 * A user as the vendor's `auth:export` writes it and `accounts:batchCreate` takes it; the two differ in the name of one member,
 * `lastSignedInAt` in files. Hashes and salts are base64, times text of milliseconds.
 */
export interface AccountRow {
  readonly localId: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly passwordHash?: string
  readonly salt?: string
  readonly displayName?: string
  readonly photoUrl?: string
  readonly lastLoginAt?: string
  readonly createdAt?: string
  readonly phoneNumber?: string
  readonly disabled?: boolean
  /** JSON of the custom claims. */
  readonly customAttributes?: string
  /** Of Hearth alone: made by the sign-in with a custom token. */
  readonly customAuth?: boolean
  readonly providerUserInfo?: readonly ProviderRow[]
  /** Of Hearth alone: the vendor's files have no second factors. */
  readonly mfaInfo?: readonly Readonly<Record<string, unknown>>[]
  /** Of Hearth alone, with their public keys. */
  readonly passkeyInfo?: readonly Readonly<Record<string, unknown>>[]
}

export interface ProviderRow {
  readonly providerId: string
  readonly rawId: string
  readonly email?: string
  readonly displayName?: string
  readonly photoUrl?: string
}

/** The row, or in a sentence why it is none. */
export type ParsedRow =
  | { readonly kind: 'row'; readonly row: AccountRow }
  | { readonly kind: 'refused'; readonly uid: string; readonly complaint: string }

const textMembers = [
  'email',
  'passwordHash',
  'salt',
  'displayName',
  'photoUrl',
  'lastLoginAt',
  'createdAt',
  'phoneNumber',
  'customAttributes',
] as const
const flagMembers = ['emailVerified', 'disabled', 'customAuth'] as const
const providerMembers = ['email', 'displayName', 'photoUrl'] as const
/** The first of the four columns of each; the files of the vendor have no other providers. */
const providerColumns = { 'google.com': 7, 'facebook.com': 11, 'twitter.com': 15, 'github.com': 19 } as const
const COLUMNS = 28

/** Whether the vendor's own import takes this provider. */
export function isVendorProvider(providerId: string): boolean {
  return Object.hasOwn(providerColumns, providerId)
}

/** A user of a JSON file. Members that are null or no member of a user are passed over. Throws a SyntaxError for what is no JSON, or too deep. */
export function parseJsonRow(text: string): ParsedRow {
  const given = parseOutsideJson(text) as Record<string, unknown>
  const uid = typeof given['localId'] === 'string' ? given['localId'] : ''
  const refuse = (complaint: string): ParsedRow => ({ kind: 'refused', uid, complaint })
  const members: Record<string, unknown> = {}
  const renamed = { ...given, lastLoginAt: given['lastSignedInAt'] ?? given['lastLoginAt'] } as Record<string, unknown>
  for (const name of textMembers) {
    const value = renamed[name]
    if (value === null || value === undefined) continue
    const isTime = name === 'createdAt' || name === 'lastLoginAt'
    if (typeof value !== 'string' && !(isTime && typeof value === 'number')) return refuse(`"${name}" is no text.`)
    members[name] = String(value)
  }
  for (const name of flagMembers) {
    const value = renamed[name]
    if (value === null || value === undefined) continue
    if (typeof value !== 'boolean') return refuse(`"${name}" is neither true nor false.`)
    members[name] = value
  }
  const providers = renamed['providerUserInfo'] ?? []
  if (!Array.isArray(providers)) return refuse('"providerUserInfo" is no list.')
  const rows: ProviderRow[] = []
  for (const provider of providers) {
    const row = providerRow(provider)
    if (row === undefined) return refuse('"providerUserInfo" has a member without text for "providerId" and "rawId".')
    rows.push(row)
  }
  const factors = renamed['mfaInfo'] ?? []
  if (!isListOfObjects(factors)) return refuse('"mfaInfo" is no list of second factors.')
  const passkeys = renamed['passkeyInfo'] ?? []
  if (!isListOfObjects(passkeys)) return refuse('"passkeyInfo" is no list of passkeys.')
  return checked({
    localId: uid,
    ...members,
    ...(rows.length > 0 && { providerUserInfo: rows }),
    ...(factors.length > 0 && { mfaInfo: factors }),
    ...(passkeys.length > 0 && { passkeyInfo: passkeys }),
  })
}

function isListOfObjects(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null)
}

/** A user of a CSV file. */
export function parseCsvRow(record: string): ParsedRow {
  // The vendor's tools put spaces and quotes of their own around some fields.
  const fields = parseCsvRecord(record).map((field) => field.trim())
  const at = (column: number): string => unescapeFormula(fields[column] ?? '')
  if (fields.length > COLUMNS && fields.slice(COLUMNS).some((field) => field !== '')) {
    return { kind: 'refused', uid: at(0), complaint: `The line has ${fields.length} columns and not ${COLUMNS}.` }
  }
  const named = (members: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))
  const providers = Object.entries(providerColumns)
    .filter(([, first]) => at(first) !== '')
    .map(([providerId, first]) => ({
      providerId,
      rawId: at(first),
      ...named({ email: at(first + 1), displayName: at(first + 2), photoUrl: at(first + 3) }),
    }))
  return checked({
    localId: at(0),
    ...named({ email: at(1), passwordHash: at(3), salt: at(4), displayName: at(5), photoUrl: at(6) }),
    ...named({ createdAt: at(23), lastLoginAt: at(24), phoneNumber: at(25), customAttributes: at(27) }),
    emailVerified: at(2) === 'true',
    disabled: at(26) === 'true',
    ...(providers.length > 0 && { providerUserInfo: providers }),
  })
}

export function formatJsonRow({ lastLoginAt, ...row }: AccountRow): string {
  return JSON.stringify({ ...row, ...(lastLoginAt !== undefined && { lastSignedInAt: lastLoginAt }) })
}

/**
 * Without providers that have no columns, and without second factors. What a spreadsheet would run has an apostrophe before it,
 * which the import takes off again.
 */
export function formatCsvRow(row: AccountRow): string {
  const fields: string[] = Array.from({ length: COLUMNS }, () => '')
  const put = (first: number, ...values: (string | undefined)[]): void => {
    for (const [offset, value] of values.entries()) fields[first + offset] = escapeFormula(value ?? '')
  }
  put(0, row.localId, row.email, String(row.emailVerified ?? false))
  // Base64, of which nobody chooses how it begins.
  fields.splice(3, 2, row.passwordHash ?? '', row.salt ?? '')
  put(5, row.displayName, row.photoUrl)
  for (const [providerId, first] of Object.entries(providerColumns)) {
    const provider = row.providerUserInfo?.find((candidate) => candidate.providerId === providerId)
    if (provider) put(first, provider.rawId, provider.email, provider.displayName, provider.photoUrl)
  }
  put(23, row.createdAt, row.lastLoginAt, row.phoneNumber, String(row.disabled ?? false), row.customAttributes)
  return fields.map(csvQuoted).join(',')
}

/** Why the server would take the row's password for another; undefined where it would not. */
export function passwordComplaintOf(row: AccountRow): string | undefined {
  // The vendor's emulator exports the password itself; the server knows that from a hash.
  if (row.passwordHash?.startsWith('fakeHash:') === true) return undefined
  const wrong = (['passwordHash', 'salt'] as const).find((name) => !/^[\w+/-]*={0,2}$/.test(row[name] ?? ''))
  return wrong === undefined ? undefined : `"${wrong}" is not base64.`
}

/** Refuses what the server would take for something else. */
function checked(row: AccountRow): ParsedRow {
  const refuse = (complaint: string): ParsedRow => ({ kind: 'refused', uid: row.localId, complaint })
  for (const name of ['createdAt', 'lastLoginAt'] as const) {
    if (!/^\d{0,15}$/.test(row[name] ?? '')) return refuse(`"${name}" is no time in milliseconds.`)
  }
  return { kind: 'row', row }
}

function providerRow(provider: unknown): ProviderRow | undefined {
  if (typeof provider !== 'object' || provider === null) return undefined
  const given = provider as Record<string, unknown>
  const { providerId, rawId } = given
  if (typeof providerId !== 'string' || typeof rawId !== 'string') return undefined
  const others = providerMembers.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]])
  return { providerId, rawId, ...Object.fromEntries(others) }
}
