/** Tells a password manager which account a form without an e-mail field is for. */
export function HiddenUsername({ email }: { readonly email: string | null }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden tabIndex={-1} />
}
