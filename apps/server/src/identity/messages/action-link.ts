import type { ActionKind } from './action-codes.ts'
import { identityError } from '../identity-error.ts'

/** What a link in a mail is made from, besides the code. */
export interface LinkOptions {
  /** Where the page behind the link is: this server's own address, without a slash at the end. */
  readonly origin: string
  readonly apiKey: string
  /** Where the page sends the user when it is done; the app's own page for links that the app handles. */
  readonly continueUrl?: string | undefined
  readonly locale?: string | undefined
}

/** The names that the SDKs read in `mode`. */
const modes: Readonly<Record<ActionKind, string>> = {
  PASSWORD_RESET: 'resetPassword',
  EMAIL_SIGNIN: 'signIn',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
}

/**
 * Whether a host is among a project's domains. `localhost` stands for the names below it, which lead to this machine as well (RFC
 * 6761, 6.3).
 */
export function isAuthorizedHost(hostname: string, domains: readonly string[]): boolean {
  return domains.includes(hostname) || (hostname.endsWith('.localhost') && domains.includes('localhost'))
}

const CONTINUE_URL_CHARACTERS_MAX = 2_048

/** `<origin><path>?mode=…&lang=…&oobCode=…&apiKey=…&continueUrl=…&tenantId=…`: exactly the names that the SDKs take apart. */
export function formatActionLink(
  path: string,
  action: { kind: ActionKind; code: string; tenant: string | undefined },
  options: LinkOptions,
): string {
  const link = new URL(path, options.origin)
  link.searchParams.set('mode', modes[action.kind])
  link.searchParams.set('lang', options.locale ?? 'en')
  link.searchParams.set('oobCode', action.code)
  link.searchParams.set('apiKey', options.apiKey)
  if (options.continueUrl !== undefined) link.searchParams.set('continueUrl', options.continueUrl)
  if (action.tenant !== undefined) link.searchParams.set('tenantId', action.tenant)
  return link.href
}

/**
 * A link in a mail of ours must not lead to strangers. Throws `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`. `domains` are host
 * names; undefined allows every one, to who may write mails of the project.
 */
export function validateContinueUrl(continueUrl: string, domains: readonly string[] | undefined): void {
  if (continueUrl.length > CONTINUE_URL_CHARACTERS_MAX || !URL.canParse(continueUrl)) {
    throw identityError('INVALID_CONTINUE_URI')
  }
  const { protocol, hostname } = new URL(continueUrl)
  if (protocol !== 'http:' && protocol !== 'https:') throw identityError('INVALID_CONTINUE_URI')
  if (domains !== undefined && !isAuthorizedHost(hostname, domains)) throw identityError('UNAUTHORIZED_DOMAIN')
}
