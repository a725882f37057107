import { z } from 'zod'
import { identityError } from '../../identity/identity-error.ts'
import { defineMethod, type Method } from './define-method.ts'

const REVOCATION = 'The revocation of tokens of a provider is not supported yet.'

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
  forApps('v2/accounts:revokeToken', REVOCATION),
  verifyIosClient,
  signInWithGameCenter,
]

async function refuse(sentence: string): Promise<never> {
  throw identityError('OPERATION_NOT_ALLOWED', sentence)
}
