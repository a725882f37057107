import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineAdminMethod, defineMethod, type Method } from './define-method.ts'

const providers = 'SAML, and the revocation of tokens of a provider, are not supported yet.'

type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const forAdministrators: readonly (readonly [HttpMethod, string, string])[] = [
  ['GET', 'v2/projects/:project/inboundSamlConfigs', providers],
  ['POST', 'v2/projects/:project/inboundSamlConfigs', providers],
  ['GET', 'v2/projects/:project/inboundSamlConfigs/:id', providers],
  ['PATCH', 'v2/projects/:project/inboundSamlConfigs/:id', providers],
  ['DELETE', 'v2/projects/:project/inboundSamlConfigs/:id', providers],
]

const anything = z.object({})

const forApps = (path: string, sentence: string): Method =>
  defineMethod({ method: 'POST', path, request: anything, handle: () => refuse(sentence) })

export const verifyIosClient = forApps(
  'v1/accounts:verifyIosClient',
  'This server sends no silent push messages to phones.',
)

export const signInWithGameCenter = forApps(
  'v1/accounts:signInWithGameCenter',
  'Sign-in with Game Center is not supported yet.',
)

/** What the protocol has and this server does not yet: each says so in its own words, and never looks done. */
export const notSupportedYet: readonly Method[] = [
  forApps('v2/accounts:revokeToken', providers),
  verifyIosClient,
  signInWithGameCenter,
  ...forAdministrators.map(([method, path, sentence]) =>
    defineAdminMethod({ method, path, needs: 'viewer', request: anything, handle: () => refuse(sentence) }),
  ),
]

async function refuse(sentence: string): Promise<never> {
  throw identityError('OPERATION_NOT_ALLOWED', sentence)
}
