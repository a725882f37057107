import type { SigningKeys } from '../../identity/tokens/signing-keys.ts'
import type { SignIns } from '../../identity/sign-in/sign-ins.ts'
import type { Protocol } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'
import { writeIdentityError } from '../identity-answers/error-body.ts'
import { keyRoutes } from './published-keys.ts'
import { refreshRoute } from './refresh.ts'

export interface SecureTokenDeps {
  readonly signIns: SignIns
  readonly keys: SigningKeys
  readonly projects: Projects
}

/** Refreshing ID tokens, and the keys that verify them (wire-protocol 1.2, 1.8). */
export function createSecureTokenProtocol(deps: SecureTokenDeps): Protocol {
  return {
    name: 'secure-token',
    routes: [
      refreshRoute('/securetoken.googleapis.com/v1/token', deps),
      refreshRoute('/v1/token', deps),
      ...keyRoutes(deps),
    ],
    writeError: writeIdentityError,
  }
}
