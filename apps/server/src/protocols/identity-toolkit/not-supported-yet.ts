import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineAdminMethod, defineMethod, type Method } from './define-method.ts'

const providers = 'SAML, and the revocation of tokens of a provider, are not supported yet.'

const forApps: Readonly<Record<string, string>> = {
  'v2/accounts:revokeToken': providers,
}

type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const forAdministrators: readonly (readonly [HttpMethod, string, string])[] = [
  ['GET', 'v2/projects/:project/inboundSamlConfigs', providers],
  ['POST', 'v2/projects/:project/inboundSamlConfigs', providers],
  ['GET', 'v2/projects/:project/inboundSamlConfigs/:id', providers],
  ['PATCH', 'v2/projects/:project/inboundSamlConfigs/:id', providers],
  ['DELETE', 'v2/projects/:project/inboundSamlConfigs/:id', providers],
]

const anything = z.unknown()

/** What the protocol has and this server does not yet: each says so in its own words, and never looks done. */
export const notSupportedYet: readonly Method[] = [
  ...Object.entries(forApps).map(([path, sentence]) =>
    defineMethod({ method: 'POST', path, request: anything, handle: () => refuse(sentence) }),
  ),
  ...forAdministrators.map(([method, path, sentence]) =>
    defineAdminMethod({ method, path, needs: 'viewer', request: anything, handle: () => refuse(sentence) }),
  ),
]

async function refuse(sentence: string): Promise<never> {
  throw identityError('OPERATION_NOT_ALLOWED', sentence)
}
