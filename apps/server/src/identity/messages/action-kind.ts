/** What a code from a mail is for, in the protocol's words. */
export type ActionKind =
  | 'PASSWORD_RESET'
  | 'EMAIL_SIGNIN'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  /** Takes a change of the address back; it goes to the address before. */
  | 'RECOVER_EMAIL'
