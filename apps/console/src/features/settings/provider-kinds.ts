const path = '/__/auth/callback'

/** What an owner writes of a provider; a kind has some of it. */
export const providerFields = [
  'id',
  'displayName',
  'issuer',
  'idpEntityId',
  'ssoUrl',
  'certificates',
  'spEntityId',
  'clientId',
  'clientSecret',
  'teamId',
  'keyId',
  'privateKey',
  'otherIds',
  'authorizationEndpoint',
  'tokenEndpoint',
  'userInfoEndpoint',
] as const

export type ProviderField = (typeof providerFields)[number]

/** A provider that is known by name, or the protocol that any other one speaks. */
export interface ProviderKind {
  /** The provider's own id, or what the ids of a protocol begin with. */
  readonly id: string
  readonly protocol: 'open-id' | 'oauth' | 'saml'
  /** Its name where it has one of its own. */
  readonly name?: string
  readonly fields: readonly ProviderField[]
  /** Those that may stay empty. */
  readonly optional: readonly ProviderField[]
}

const client: readonly ProviderField[] = ['clientId', 'clientSecret']
const endpoints: readonly ProviderField[] = ['authorizationEndpoint', 'tokenEndpoint', 'userInfoEndpoint']
const own: readonly ProviderField[] = ['id', 'displayName']

const withOAuth = (id: string, name: string): ProviderKind => ({
  id,
  name,
  protocol: 'oauth',
  fields: [...client, ...endpoints],
  optional: endpoints,
})

/** In the order of the menu. */
export const providerKinds: readonly ProviderKind[] = [
  { id: 'google.com', name: 'Google', protocol: 'open-id', fields: [...client, 'otherIds'], optional: ['otherIds'] },
  {
    id: 'apple.com',
    name: 'Apple',
    protocol: 'open-id',
    fields: ['clientId', 'teamId', 'keyId', 'privateKey', 'otherIds'],
    optional: ['otherIds'],
  },
  withOAuth('facebook.com', 'Facebook'),
  withOAuth('github.com', 'GitHub'),
  withOAuth('microsoft.com', 'Microsoft'),
  withOAuth('twitter.com', 'X'),
  { id: 'yahoo.com', name: 'Yahoo', protocol: 'open-id', fields: client, optional: [] },
  {
    id: 'oidc.',
    protocol: 'open-id',
    fields: [...own, 'issuer', ...client, 'otherIds'],
    optional: ['displayName', 'clientSecret', 'otherIds'],
  },
  {
    id: 'oauth.',
    protocol: 'oauth',
    fields: [...own, ...endpoints, ...client],
    optional: ['displayName', 'clientSecret'],
  },
  {
    id: 'saml.',
    protocol: 'saml',
    fields: [...own, 'idpEntityId', 'ssoUrl', 'certificates', 'spEntityId'],
    optional: ['displayName'],
  },
]

/** Where a provider of OAuth 2.0 is asked. */
export function isEndpoint(field: ProviderField): boolean {
  return endpoints.includes(field)
}

/** The kind of a provider that there is. */
export function kindOf(providerId: string): ProviderKind {
  const found = providerKinds.find(({ id }) => id === providerId || (id.endsWith('.') && providerId.startsWith(id)))
  if (found === undefined) throw new TypeError(`No kind has the provider ${providerId}.`)
  return found
}

/** What is given once and never read again. */
export const secretFields: ReadonlySet<ProviderField> = new Set(['clientSecret', 'privateKey'])

/** What is wrong with a value of a field, in one word; the texts say more. */
export type ProviderProblem = 'missing' | 'id' | 'address' | 'list'

export function problemOf(
  { optional, id }: ProviderKind,
  field: ProviderField,
  text: string,
  isNew: boolean,
): ProviderProblem | undefined {
  const value = text.trim()
  if (field === 'id') return isIdOf(id, value) ? undefined : 'id'
  if (value === '') return optional.includes(field) || (!isNew && secretFields.has(field)) ? undefined : 'missing'
  if (field === 'issuer') return isAddress(value) && !value.includes('?') ? undefined : 'address'
  if (field === 'ssoUrl' || isEndpoint(field)) return isAddress(value) ? undefined : 'address'
  if (field !== 'otherIds') return undefined
  const ids = listIn(value)
  return ids.length > 50 || ids.some((one) => one.length > 2_048) ? 'list' : undefined
}

/** What the server's sentence about a refused provider speaks of, where that is no field's own name. */
const refusedWords: readonly (readonly [RegExp, ProviderField])[] = [
  [/\bclient id of the provider\b/, 'clientId'],
  [/\bclient secret\b/, 'clientSecret'],
  [/\bfurther client ids\b/, 'otherIds'],
  [/\bprivate key\b/, 'privateKey'],
  [/\bcertificates?\b/, 'certificates'],
]

/** The field that a sentence of the server refuses; undefined where it names none. */
export function refusedField(
  { fields }: ProviderKind,
  sentence: string,
  values: Readonly<Record<ProviderField, string>>,
): ProviderField | undefined {
  if (/\bteam id and the key id have\b/.test(sentence)) return isIdOfApple(values.teamId) ? 'keyId' : 'teamId'
  if (/^A text of the provider\b/.test(sentence)) return longestOf(fields, values)
  // An id is a word of its sentences, too.
  const named = fields.find((field) => field !== 'id' && new RegExp(`\\b${field}\\b`).test(sentence))
  return named ?? refusedWords.find(([words, field]) => fields.includes(field) && words.test(sentence))?.[1]
}

function isIdOfApple(text: string): boolean {
  return /^[A-Z0-9]{10}$/.test(text.trim())
}

function longestOf(fields: readonly ProviderField[], values: Readonly<Record<ProviderField, string>>): ProviderField {
  return fields.reduce((longest, field) => (values[field].length > values[longest].length ? field : longest))
}

function isIdOf(kind: string, value: string): boolean {
  if (!kind.endsWith('.')) return value === kind
  return value.startsWith(kind) && /^[a-z0-9][a-z0-9-]{0,30}$/.test(value.slice(kind.length))
}

/** https, or http on this machine; the server says the rest. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.')
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && hash === ''
}

/** Ids, one on each line or with commas between. */
export function listIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))]
}

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** Certificates in PEM, one after the other; a text without their first and last lines is one. */
export function certificatesIn(text: string): string[] {
  return text.match(certificatePattern) ?? [text.trim()]
}

/**
 * Where a provider sends browsers back to, and what is registered with it. One whose addresses the owner has named, and a client without a
 * secret, has an address of the project's own (docs/decisions/0109-redirect-addresses-of-projects.md).
 */
export function redirectAddress(
  { protocol, name }: ProviderKind,
  values: Readonly<Record<ProviderField, string>>,
  of: { readonly origin: string; readonly project: string; readonly isPublicClient: boolean },
): string {
  const hasOwnServer = providerFields.some((field) => isEndpoint(field) && values[field].trim() !== '')
  const isPublic = of.isPublicClient && values.clientSecret === ''
  const isOfProject = protocol !== 'saml' && (name === undefined || hasOwnServer || isPublic)
  return `${of.origin}${path}${isOfProject ? `/${of.project}` : ''}`
}
