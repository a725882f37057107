import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

const client = { clientId: 'hearth', clientSecret: 'a secret of forty or so characters, at least' }

/**
 * A real OpenID Connect provider on a port of its own, with its own pages: any name signs in, with any password. The user `<name>` has
 * the address `<name>@example.com`, verified unless the name begins with `unverified`.
 */
export class OpenIdProvider implements AsyncDisposable {
  readonly issuer: string
  readonly client = client
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** `callback` is the one redirect URI that the provider knows. */
  static async start(callback: string): Promise<OpenIdProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const started = new OpenIdProvider(server)
    const provider = new Provider(started.issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [callback],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      pkce: { required: () => true },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of this test'] },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: `${id}@example.com`,
          email_verified: !id.startsWith('unverified'),
          name: id,
        }),
      }),
    })
    server.on('request', provider.callback())
    return started
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
