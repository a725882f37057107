import { identityError } from '../identity-error.ts'
import { isAuthorizedHost } from '../messages/action-link.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import { projectOf, type Realm } from '../realm.ts'

/** Whom passkeys are made for (WebAuthn, 4 "Relying Party"). */
export interface RelyingParty {
  /** A host name: the pages of that host and of those below it use the passkeys. */
  readonly rpId: string
  /** What may ask for them, each exactly; none: pages of the host itself and of authorised domains below it. */
  readonly origins: readonly string[]
}

/** A project under `hearth dev`, until it is told otherwise: as the vendor's emulator. */
export const loopbackParty: RelyingParty = { rpId: 'localhost', origins: [] }

const HOST_CHARACTERS_MAX = 253
const ORIGINS_MAX = 100
const ORIGIN_CHARACTERS_MAX = 300
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** An app for Android: the SHA-256 of the certificate that signed it. */
const androidPattern = /^android:apk-key-hash:[\w-]{43}$/

/** Throws `INVALID_CONFIG` for a name that no browser takes, and for origins that it would not let use the passkeys. */
export function parseRelyingParty({ rpId, origins }: RelyingParty): RelyingParty {
  if (!isHostName(rpId)) {
    throw identityError('INVALID_CONFIG', 'The RP ID is a host name such as example.com, in lower case; no address.')
  }
  if (origins.length > ORIGINS_MAX) throw identityError('INVALID_CONFIG', `There are at most ${ORIGINS_MAX} origins.`)
  const foreign = origins.find((origin) => !androidPattern.test(origin) && !isPageOf(rpId, origin))
  if (foreign !== undefined) {
    const sentence =
      'An expected origin is https://, with the RP ID or a host below it, or android:apk-key-hash: and the hash.'
    throw identityError('INVALID_CONFIG', sentence)
  }
  return { rpId, origins: [...new Set(origins)] }
}

/** The console's own: pages at the address of this server. Undefined at an address without a name, where browsers have no passkeys. */
export function partyOfOrigin(origin: string): RelyingParty | undefined {
  const { hostname } = new URL(origin)
  return isHostName(hostname) ? { rpId: hostname, origins: [origin] } : undefined
}

/** Whether what an authenticator signed was asked for by a page or app of the relying party. */
export function isExpectedOrigin(party: RelyingParty, origin: string, authorizedDomains: readonly string[]): boolean {
  if (party.origins.length > 0) return party.origins.includes(origin)
  return isPageOf(party.rpId, origin) && isAuthorizedHost(new URL(origin).hostname, [party.rpId, ...authorizedDomains])
}

function isHostName(text: string): boolean {
  return text === 'localhost' || (text.length <= HOST_CHARACTERS_MAX && hostPattern.test(text))
}

/** What browsers hold to (WebAuthn, 13.4.9): a secure page of the host or of one below it. */
function isPageOf(rpId: string, origin: string): boolean {
  if (origin.length > ORIGIN_CHARACTERS_MAX || !URL.canParse(origin)) return false
  const { protocol, hostname, origin: parsed } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (parsed !== origin || (protocol !== 'https:' && !(protocol === 'http:' && isLocal))) return false
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** A relying party as one request meets it. */
export interface FoundParty {
  readonly party: RelyingParty
  readonly expects: (origin: string) => boolean
}

/** The relying party of each realm: what its settings say, and for the console the server's own address. */
export class RelyingParties {
  readonly #settings: IdentitySettings
  readonly #consoleProject: string

  constructor(options: { settings: IdentitySettings; consoleProject: string }) {
    this.#settings = options.settings
    this.#consoleProject = options.consoleProject
  }

  /** `ownOrigin` is what this server is reached by. Throws `OPERATION_NOT_ALLOWED` where there are no passkeys. */
  async get(realm: Realm, ownOrigin: string): Promise<FoundParty> {
    const project = projectOf(realm)
    const isConsole = project === this.#consoleProject
    const party = isConsole ? partyOfOrigin(ownOrigin) : (await this.#settings.get(realm)).passkeys
    if (party === undefined) {
      throw identityError(
        'OPERATION_NOT_ALLOWED',
        'Passkeys need a name: reach this server by one instead of an address.',
      )
    }
    if (party === null) throw identityError('OPERATION_NOT_ALLOWED', 'Passkeys are switched off for this project.')
    const { authorizedDomains } = await this.#settings.get(project)
    return { party, expects: (origin) => isExpectedOrigin(party, origin, authorizedDomains) }
  }
}
