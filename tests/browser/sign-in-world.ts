import type { Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { OpenIdProvider } from './openid-provider.ts'
import type { SignInPage } from './sign-in-page/page.ts'

export const providerId = 'oidc.acme'

/** A server with a project, a provider that the project's owner has configured, and pages of the project's app. */
export class SignInWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly provider: OpenIdProvider
  readonly #pageOrigin: string
  readonly #apiKey: string
  readonly #authorization: string
  readonly #owner: ConsoleAccount

  private constructor(
    server: TestServer,
    provider: OpenIdProvider,
    parts: { pageOrigin: string; apiKey: string; authorization: string; owner: ConsoleAccount },
  ) {
    this.server = server
    this.provider = provider
    this.#pageOrigin = parts.pageOrigin
    this.#apiKey = parts.apiKey
    this.#authorization = parts.authorization
    this.#owner = parts.owner
  }

  static async start(pageOrigin: string): Promise<SignInWorld> {
    const server = await TestServer.start({ mode: 'start', settings: { HEARTH_PRIVATE_PROVIDERS: 'true' } })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app', 'Shop')
    const { app } = await owner.enter('shop-app')
    const authorization = `Bearer ${await owner.operatorToken('shop-app')}`
    const provider = await OpenIdProvider.start(`${server.origin}/__/auth/callback/shop-app`)
    const world = new SignInWorld(server, provider, { pageOrigin, apiKey: app.apiKey, authorization, owner })
    await world.admin('POST', `oauthIdpConfigs?oauthIdpConfigId=${providerId}`, {
      enabled: true,
      issuer: provider.issuer,
      responseType: { code: true },
      ...provider.client,
    })
    return world
  }

  /** A method of the project's configuration, as its owner. */
  async admin(method: string, path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.server.origin}/v2/projects/shop-app/${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  }

  /** Keeps the key of the app to pages of these origins. */
  async keepKeyTo(websites: readonly string[]): Promise<void> {
    const answer = await this.#owner.call('PATCH', `/projects/shop-app/api-keys/${this.#apiKey}`, { websites })
    if (!answer.ok) throw new Error(`the key was not kept: ${await answer.text()}`)
  }

  /** `uses` is what the page uses of the SDK's own resolver: `stock` that, `script` our script in front of it. */
  async open(
    page: Page,
    host = new URL(this.#pageOrigin).host,
    uses: readonly ('stock' | 'script')[] = [],
  ): Promise<void> {
    // The provider's pages ask for a font of a foreign host.
    await page.context().route(/^https:/, (route) => route.abort())
    const query = new URLSearchParams({ origin: this.server.origin, apiKey: this.#apiKey, project: 'shop-app' })
    for (const name of uses) query.set(name, '')
    await page.goto(`http://${host}/?${query.toString()}`)
    await page.waitForFunction(() => 'page' in globalThis)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.provider[Symbol.asyncDispose]()
    await this.server[Symbol.asyncDispose]()
  }
}

/** Calls a function of the page by its name. */
export function call<Name extends keyof SignInPage>(
  page: Page,
  name: Name,
  ...given: Parameters<SignInPage[Name]>
): Promise<Awaited<ReturnType<SignInPage[Name]>>> {
  return page.evaluate(
    ([method, values]) => {
      const functions = (globalThis as unknown as { page: Record<string, (...values: unknown[]) => unknown> }).page
      return functions[method]?.(...values)
    },
    [name, given] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<SignInPage[Name]>>>
}

/** Begins a sign-in in the page and answers its window, at the provider's form. */
export async function openWindow(
  page: Page,
  name: string,
  act: Parameters<SignInPage['begin']>[1] = 'signIn',
  at = providerId,
): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), call(page, 'begin', name, act, at)])
  return opened
}

/** Who is named in the provider's form signs in there, and agrees, which the provider asks for once. */
export async function signInAt(window: Page, user: string, options: { hasAgreed?: boolean } = {}): Promise<void> {
  await window.locator('input[name=login]').fill(user)
  await window.locator('input[name=password]').fill('any')
  await window.locator('button[type=submit]').click()
  if (options.hasAgreed !== true) await window.getByRole('button', { name: 'Continue' }).click()
}

/** Signs out in the page and at the provider, which knows the browser by its cookies. */
export async function forget(page: Page): Promise<void> {
  await call(page, 'signOut')
  await page.context().clearCookies()
}
