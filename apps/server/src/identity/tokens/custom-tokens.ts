/** What other services may ask of a project's token keys. */
export interface CustomTokens {
  /**
   * A custom token of the project, valid for an hour. With the claim `hearth_role` its sign-in becomes an operator session: no account is
   * made for it, look-up and refresh answer for it, and it ends after an hour or after 15 idle minutes. The claim `auth_time` beside it
   * says when the person signed in (seconds), and `hearth_used_at` when somebody was last at their page; without them that is now.
   */
  mint(project: string, uid: string, claims?: Readonly<Record<string, unknown>>): Promise<string>
}
