import { StatusError } from '@hearth/model'
import { signingCertificate } from '../../identity/signing-certificate.ts'
import type { SigningKey, SigningKeys } from '../../identity/signing-keys.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'

/** New keys are published two hours before they sign. */
const cachedSeconds = 60 * 60
/** What verifiers ask for without naming a project is gathered from all of them, at most so often. */
const gatheredForMs = 10_000
/** The first key of a project is there when it is needed, so what has all projects' keys is soon old. */
const gatheredCachedSeconds = 5 * 60
const projectsMax = 1_000

/**
 * The public keys of ID tokens and session cookies. `?project=` names whose; the vendor's admin SDKs ask without it, and are given the
 * keys of every project, which their check of issuer and audience tells apart.
 */
export function keyRoutes(deps: { keys: SigningKeys; projects: Projects }): Route[] {
  const gathered = new GatheredKeys(deps)
  const route = (path: string, encode: (keys: readonly SigningKey[]) => unknown): Route => ({
    method: 'GET',
    path,
    guard: 'open',
    async handle(exchange: Exchange) {
      const project = exchange.query.get('project')
      const keys = project === null ? await gathered.get() : await keysOf(deps, project)
      const maxAge = project === null ? gatheredCachedSeconds : cachedSeconds
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': `public, max-age=${maxAge}`,
      }
      exchange.reply(200, headers, JSON.stringify(encode(keys)))
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

async function keysOf(
  { keys, projects }: { keys: SigningKeys; projects: Projects },
  project: string,
): Promise<SigningKey[]> {
  try {
    await projects.get(project)
  } catch (error) {
    // A project that there is not has no keys; strangers are not told more.
    if (error instanceof StatusError && error.code === 'not-found') return []
    throw error
  }
  await keys.current(project)
  return await keys.published(project)
}

class GatheredKeys {
  readonly #deps: { keys: SigningKeys; projects: Projects }
  #gathering: Promise<SigningKey[]> | undefined
  #gatheredAt = 0

  constructor(deps: { keys: SigningKeys; projects: Projects }) {
    this.#deps = deps
  }

  get(): Promise<SigningKey[]> {
    const now = performance.now()
    if (this.#gathering === undefined || now - this.#gatheredAt > gatheredForMs) {
      this.#gatheredAt = now
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
