import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import { projectOf, type Realm } from '../realm.ts'
import { isExpectedOrigin, partyOfOrigin, type RelyingParty } from './relying-party.ts'

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
