/** What an administrator's request did, in words for the audit log and the activity. */
export interface ActDetail {
  /** To whom, where the request names neither a uid nor a place. */
  readonly target?: string
  /** Names and values in words; a value of the request's own is never among them but an address, a provider's id, and on or off. */
  readonly detail: Readonly<Record<string, string>>
}

const SETTINGS_DEPTH_MAX = 3

/** `operation` as in `users.<operation>`; `mask` is the request's `updateMask`. Requests come as their schemas leave them. */
export function describeAct(operation: string, request: object, mask: string | null): ActDetail {
  switch (operation) {
    case 'accounts:sendOobCode':
      return describeLink(request)
    case 'accounts:update':
      return { detail: { change: changesOf(request).join(', ') } }
    case 'config':
      return { detail: { settings: settingsOf(request, mask).join(', ') } }
    default:
      return { detail: {} }
  }
}

function describeLink(request: { requestType?: unknown; email?: unknown; returnOobLink?: unknown }): ActDetail {
  const { requestType, email, returnOobLink } = request
  return {
    ...(typeof email === 'string' && { target: email }),
    detail: { link: String(requestType), given: returnOobLink === true ? 'to the caller' : 'by mail' },
  }
}

/** What a change of each field is called. */
const changes: Readonly<Record<string, string>> = {
  displayName: 'profile',
  photoUrl: 'profile',
  deleteAttribute: 'profile',
  email: 'address',
  emailVerified: 'verification',
  phoneNumber: 'phone number',
  password: 'password',
  customAttributes: 'claims',
  validSince: 'signed out everywhere',
  mfa: 'second factors',
  deletePasskey: 'passkeys',
}

function changesOf(request: {
  disableUser?: unknown
  deleteProvider?: unknown
  linkProviderUserInfo?: { providerId?: unknown }
}): string[] {
  const { disableUser, deleteProvider, linkProviderUserInfo } = request
  const words = Object.entries(request).flatMap(([field, value]) => {
    const change = changes[field]
    return change === undefined || value === undefined || value === null ? [] : [change]
  })
  if (typeof disableUser === 'boolean') words.push(disableUser ? 'disabled' : 'enabled')
  if (Array.isArray(deleteProvider)) words.push(...deleteProvider.map((provider) => `unlinked ${String(provider)}`))
  if (linkProviderUserInfo) words.push(`linked ${String(linkProviderUserInfo.providerId)}`)
  return [...new Set(words)]
}

/** Paths such as `signIn.anonymous.enabled`, with what is switched on or off. */
function settingsOf(request: object, mask: string | null): string[] {
  const named = mask?.split(',').filter((path) => path !== '') ?? []
  const isNamed = (path: string): boolean =>
    named.length === 0 || named.some((one) => `${path}.`.startsWith(`${one}.`) || `${one}.`.startsWith(`${path}.`))
  const leaves = (value: object, parent: string, depth: number): string[] =>
    Object.entries(value).flatMap(([name, child]: [string, unknown]) => {
      const path = parent === '' ? name : `${parent}.${name}`
      if (!isNamed(path)) return []
      if (typeof child === 'boolean') return [`${path} ${child ? 'on' : 'off'}`]
      const isBranch = typeof child === 'object' && child !== null && !Array.isArray(child)
      return isBranch && depth < SETTINGS_DEPTH_MAX ? leaves(child, path, depth + 1) : [path]
    })
  return leaves(request, '', 1)
}
