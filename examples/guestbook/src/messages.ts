const messages: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'There is an account with this address already. Sign in instead.',
  'auth/invalid-credential': 'The e-mail address or the password is wrong.',
  'auth/wrong-password': 'The e-mail address or the password is wrong.',
  'auth/user-not-found': 'The e-mail address or the password is wrong.',
  'auth/invalid-email': 'This is not an e-mail address.',
  'auth/weak-password': 'The password needs at least 6 characters.',
  'auth/too-many-requests': 'Too many attempts. Wait a little, then try again.',
  'auth/network-request-failed': 'The server can not be reached. Try again.',
  'permission-denied': 'You may not do this.',
  'storage/unauthorized': 'You may not upload this picture.',
  'storage/canceled': 'The upload was cancelled. Your text is still here.',
}

/** A sentence for whatever the SDK threw. */
export function messageOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return messages[code] ?? `This did not work${code === '' ? '' : ` (${code})`}. Try again.`
}
