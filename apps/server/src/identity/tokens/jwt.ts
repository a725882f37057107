import { type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { tryParseOutsideObject } from '../../lib/outside-json.ts'

/** JSON Web Tokens (RFC 7519) in compact form, RS256 or unsigned: nothing else is ever made or read. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  /** Header and payload as they were signed. */
  readonly signed: string
  /** Empty for an unsigned token. */
  readonly signature: Buffer
}

const JWT_CHARACTERS_MAX = 16 * 1024
const signInThreads = promisify<string, Buffer, KeyObject, Buffer>(sign)

/** Takes a token apart; undefined for a text that is none. Nothing in it is verified. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  if (token.length > JWT_CHARACTERS_MAX) return undefined
  const [header, payload, signature, ...rest] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  const decoded = { header: decodePart(header), payload: decodePart(payload) }
  if (decoded.header === undefined || decoded.payload === undefined || !/^[\w-]*$/.test(signature)) return undefined
  return {
    header: decoded.header,
    payload: decoded.payload,
    signed: `${header}.${payload}`,
    signature: Buffer.from(signature, 'base64url'),
  }
}

export function encodeUnsignedJwt(payload: Readonly<Record<string, unknown>>): string {
  return `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(payload)}.`
}

/** Signs on another thread: it takes most of a millisecond. */
export async function encodeSignedJwt(
  payload: Readonly<Record<string, unknown>>,
  key: { readonly kid: string; readonly privateKey: KeyObject },
): Promise<string> {
  const signed = `${encodePart({ alg: 'RS256', kid: key.kid, typ: 'JWT' })}.${encodePart(payload)}`
  const signature = await signInThreads('RSA-SHA256', Buffer.from(signed), key.privateKey)
  return `${signed}.${signature.toString('base64url')}`
}

/** The algorithm is what the caller says, never what the token says. */
export function hasRs256Signature(jwt: DecodedJwt, publicKey: KeyObject): boolean {
  return verify('RSA-SHA256', Buffer.from(jwt.signed), publicKey, jwt.signature)
}

function encodePart(value: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decodePart(part: string): Record<string, unknown> | undefined {
  // Any text may come as a token.
  return /^[\w-]+$/.test(part) ? tryParseOutsideObject(Buffer.from(part, 'base64url').toString('utf8')) : undefined
}
