import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld } from './console-world.ts'
import { OpenIdProvider } from './openid-provider.ts'

/** A console with an owner and a real provider, "Acme", that people sign in to it by. */
export class ProviderWorld implements AsyncDisposable {
  readonly console: ConsoleWorld
  readonly provider: OpenIdProvider
  readonly administrator: ConsoleAdministrator

  private constructor(console: ConsoleWorld, provider: OpenIdProvider, administrator: ConsoleAdministrator) {
    this.console = console
    this.provider = provider
    this.administrator = administrator
  }

  static async start(): Promise<ProviderWorld> {
    const world = await ConsoleWorld.withOwner({ HEARTH_PRIVATE_PROVIDERS: 'true' })
    const provider = await OpenIdProvider.start(`${world.origin}/__/auth/callback/console`)
    const administrator = await ConsoleAdministrator.enter(world)
    await administrator.call('POST', 'v2', 'oauthIdpConfigs?oauthIdpConfigId=oidc.acme', {
      displayName: 'Acme',
      enabled: true,
      issuer: provider.issuer,
      responseType: { code: true },
      ...provider.client,
    })
    return new ProviderWorld(world, provider, administrator)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.provider[Symbol.asyncDispose]()
    await this.console[Symbol.asyncDispose]()
  }
}
