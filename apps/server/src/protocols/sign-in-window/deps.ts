import type { IdentitySettings } from '../../identity/identity-settings.ts'
import type { Identity } from '../../identity/identity.ts'
import type { SignInFlows } from '../../identity/providers/sign-in-flows.ts'
import type { Tenants } from '../../identity/tenants/tenants.ts'
import type { Projects } from '../../projects/projects.ts'
import type { NetworkRateLimit } from '../../lib/network-rate-limit.ts'
import type { SignInAllowance } from './sign-in-allowance.ts'

export interface SignInWindowDeps extends Pick<Identity, 'findAccounts' | 'providers'> {
  readonly mode: 'start' | 'dev'
  readonly flows: SignInFlows
  readonly settings: IdentitySettings
  readonly tenants: Tenants
  readonly projects: Projects
  /** Whose pages `hearth dev` answers, besides those of loopback addresses. */
  readonly devOrigins: readonly string[]
  readonly allowance: SignInAllowance
  /** Of what comes back from providers, by the client's address. */
  readonly answerRate: NetworkRateLimit
}
