import { identityError } from '../../identity/identity-error.ts'

/**
 * `signIn.allowDuplicateEmails` of the vendor's configuration: an address leads to one account here, which every sign-in counts on. Throws
 * `OPERATION_NOT_ALLOWED` where several are wanted.
 */
export function assertOneAccountPerEmail(signIn: { allowDuplicateEmails?: boolean | undefined } | undefined): void {
  if (signIn?.allowDuplicateEmails === true) {
    throw identityError('OPERATION_NOT_ALLOWED', 'Several accounts with one e-mail address are not supported.')
  }
}
