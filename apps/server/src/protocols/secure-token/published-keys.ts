import { signingCertificate } from '../../identity/tokens/signing-certificate.ts'
import type { SigningKey, SigningKeys } from '../../identity/tokens/signing-keys.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'

/** Keys that another node made are noticed after so long. */
const gatheredForMs = 10_000
/** New keys are published two hours before they sign, but the first key of a project only when it is needed. */
const cachedSeconds = 5 * 60
const projectsMax = 1_000

/**
 * The public keys of ID tokens and session cookies, those of all projects together, as the vendor publishes one set for all of its own:
 * the check of issuer and audience tells them apart, and nobody learns here which projects there are.
 */
export function keyRoutes(deps: { keys: SigningKeys; projects: Projects }): Route[] {
  const gathered = new GatheredKeys(deps)
  const route = (path: string, encode: (keys: readonly SigningKey[]) => unknown): Route => ({
    method: 'GET',
    path,
    guard: 'open',
    async handle(exchange: Exchange) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': `public, max-age=${cachedSeconds}`,
      }
      exchange.reply(200, headers, JSON.stringify(encode(await gathered.get())))
    },
  })
  return [
    route('/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com', encodeCertificates),
    route('/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com', encodeCertificates),
    route('/identitytoolkit/v3/relyingparty/publicKeys', encodeCertificates),
    route('/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys', encodeCertificates),
    route('/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys', encodeJwks),
    route('/.well-known/jwks.json', encodeJwks),
  ]
}

class GatheredKeys {
  readonly #deps: { keys: SigningKeys; projects: Projects }
  #gathering: Promise<SigningKey[]> | undefined
  #gatheredAt = 0
  #madeBefore = 0

  constructor(deps: { keys: SigningKeys; projects: Projects }) {
    this.#deps = deps
  }

  get(): Promise<SigningKey[]> {
    const now = performance.now()
    const { made } = this.#deps.keys
    if (this.#gathering === undefined || now - this.#gatheredAt > gatheredForMs || made !== this.#madeBefore) {
      this.#gatheredAt = now
      this.#madeBefore = made
      this.#gathering = this.#gather()
      this.#gathering.catch(() => (this.#gathering = undefined))
    }
    return this.#gathering
  }

  async #gather(): Promise<SigningKey[]> {
    const all: SigningKey[] = []
    for (const { id } of (await this.#deps.projects.list()).slice(0, projectsMax)) {
      all.push(...(await this.#deps.keys.published(id)))
    }
    return all
  }
}

function encodeCertificates(keys: readonly SigningKey[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key.kid, signingCertificate(key)]))
}

function encodeJwks(keys: readonly SigningKey[]): unknown {
  return {
    keys: keys.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' })),
  }
}
