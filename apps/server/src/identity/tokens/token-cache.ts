interface Kept<T> {
  readonly project: string
  readonly entry: T
}

/**
 * Verified tokens, so that the signature of one that comes with every request is checked once. Bounded; the longest unused goes
 * first. What was verified about an account is forgotten with `forgetAccount`.
 */
export class TokenCache<T extends { readonly uid: string }> {
  readonly #entriesMax: number
  /** By the token alone: it is good in one project, and a text that is looked up several times is hashed once. */
  readonly #kept = new Map<string, Kept<T>>()
  readonly #tokensByAccount = new Map<string, Set<string>>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get size(): number {
    return this.#kept.size
  }

  get(project: string, token: string): T | undefined {
    const kept = this.#kept.get(token)
    if (kept?.project !== project) return undefined
    this.#kept.delete(token)
    this.#kept.set(token, kept)
    return kept.entry
  }

  set(project: string, token: string, entry: T): void {
    this.#forgetToken(token)
    this.#kept.set(token, { project, entry })
    const account = accountKey(project, entry.uid)
    const tokens = this.#tokensByAccount.get(account)
    if (tokens === undefined) this.#tokensByAccount.set(account, new Set([token]))
    else tokens.add(token)
    if (this.#kept.size <= this.#entriesMax) return
    const longestUnused = this.#kept.keys().next()
    if (!longestUnused.done) this.#forgetToken(longestUnused.value)
  }

  forget(project: string, token: string): void {
    if (this.#kept.get(token)?.project === project) this.#forgetToken(token)
  }

  forgetAccount(project: string, uid: string): void {
    const account = accountKey(project, uid)
    for (const token of this.#tokensByAccount.get(account) ?? []) this.#kept.delete(token)
    this.#tokensByAccount.delete(account)
  }

  /** Looks at every entry, for what happens once in years. */
  forgetProject(project: string): void {
    for (const [token, kept] of this.#kept) if (kept.project === project) this.#forgetToken(token)
  }

  #forgetToken(token: string): void {
    const kept = this.#kept.get(token)
    if (kept === undefined) return
    this.#kept.delete(token)
    const account = accountKey(kept.project, kept.entry.uid)
    const tokens = this.#tokensByAccount.get(account)
    tokens?.delete(token)
    if (tokens?.size === 0) this.#tokensByAccount.delete(account)
  }
}

/** No project id has a slash in it. */
function accountKey(project: string, uid: string): string {
  return `${project}/${uid}`
}
