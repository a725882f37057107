import { StatusError } from '@hearth/model'
import { z } from 'zod'
import { parseDisplayName, parsePhotoUrl } from '../identity/accounts/account-fields.ts'
import type { BlockingChanges, BlockingEvent } from '../identity/sign-in/blocking-hooks.ts'
import { validateClaims } from '../identity/accounts/custom-claims.ts'
import { parseOutsideJson } from '../lib/outside-json.ts'
import type { OutboundAnswer } from '../outbound/outbound-request.ts'

/** The webhook answered something that says neither yes nor no; the message is for whoever wrote it. */
export class BlockingAnswerError extends Error {}

const MESSAGE_CHARACTERS_MAX = 500
const claims = z.record(z.string(), z.unknown())
const changesSchema = z.strictObject({
  displayName: z.string().optional(),
  photoURL: z.string().optional(),
  emailVerified: z.boolean().optional(),
  disabled: z.boolean().optional(),
  customClaims: claims.optional(),
  sessionClaims: claims.optional(),
})
const refusalSchema = z.object({ error: z.object({ message: z.string().optional(), status: z.string().optional() }) })

/** What a yes changes; an empty answer changes nothing. Throws `BlockingAnswerError`. */
export function parseChanges(event: BlockingEvent, body: Buffer): BlockingChanges {
  const text = body.toString().trim()
  if (text === '') return {}
  const parsed = changesSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BlockingAnswerError(`${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'not valid'}`)
  }
  const { photoURL, ...changes } = parsed.data
  if (changes.sessionClaims !== undefined && event === 'beforeCreate') {
    throw new BlockingAnswerError('sessionClaims: there is no session yet.')
  }
  try {
    if (changes.displayName !== undefined) parseDisplayName(changes.displayName)
    if (photoURL !== undefined) parsePhotoUrl(photoURL)
    if (changes.customClaims !== undefined) validateClaims(changes.customClaims)
    if (changes.sessionClaims !== undefined) validateClaims(changes.sessionClaims)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new BlockingAnswerError(error.message, { cause: error })
  }
  return { ...changes, photoUrl: photoURL }
}

/**
 * Why not, for the user: `{"error": {"message"}}`, as the vendor's functions answer it, with a status of 400 to 499. Throws
 * `BlockingAnswerError`.
 */
export function parseRefusal({ status, body }: OutboundAnswer): string {
  const usual = 'The webhook of this project does not allow it.'
  if (status < 400 || status >= 500) throw new BlockingAnswerError(`the status ${status}`)
  const text = body.toString().trim()
  if (text === '') return usual
  const parsed = refusalSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new BlockingAnswerError('a refusal is {"error": {"message"}}.')
  const { message, status: name } = parsed.data.error
  return (message ?? name ?? usual).replaceAll(/\p{Cc}+/gu, ' ').slice(0, MESSAGE_CHARACTERS_MAX)
}

function parseJson(text: string): unknown {
  try {
    return parseOutsideJson(text)
  } catch (cause) {
    throw new BlockingAnswerError('the body is not JSON.', { cause })
  }
}
