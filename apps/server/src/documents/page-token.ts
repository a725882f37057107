import { invalidArgument } from '@hearth/model'

const PAGE_DEFAULT = 100
const PAGE_MAX = 1000

/** How many a page holds when a client asks for `asked`; 0 leaves it to the server. */
export function pageSizeOf(asked: number): number {
  return asked <= 0 ? PAGE_DEFAULT : Math.min(asked, PAGE_MAX)
}

/**
 * Where the next page begins, bound to the list it belongs to: base64url of the JSON `[scope, position]`. `scope` says
 * everything that must be the same in the next call. A client takes it as opaque; one that makes up a token learns
 * nothing, because each page is asked for and authorised like the first.
 */
export function encodePageToken(scope: string, position: string): string {
  return Buffer.from(JSON.stringify([scope, position])).toString('base64url')
}

const MAX_LENGTH = 16 * 1024

/** The position in a token that `encodePageToken` made for the same scope. Throws `invalid-argument`. */
export function decodePageToken(scope: string, token: string): string {
  if (token.length <= MAX_LENGTH) {
    try {
      const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
      if (Array.isArray(parts) && parts.length === 2 && parts[0] === scope && typeof parts[1] === 'string') {
        return parts[1]
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  throw invalidArgument('INVALID_PAGE_TOKEN', 'The page token is invalid.')
}
