/**
 * Verified tokens, so that the signature of one that comes with every request is checked once. Bounded; the longest unused goes
 * first. What was verified about an account is forgotten with `forgetAccount`.
 */
export class TokenCache<T extends { readonly uid: string }> {
  readonly #entriesMax: number
  readonly #entries = new Map<string, T>()
  readonly #keysByAccount = new Map<string, Set<string>>()

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get size(): number {
    return this.#entries.size
  }

  get(project: string, token: string): T | undefined {
    const key = keyOf(project, token)
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  set(project: string, token: string, entry: T): void {
    const key = keyOf(project, token)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const account = keyOf(project, entry.uid)
    const keys = this.#keysByAccount.get(account)
    if (keys === undefined) this.#keysByAccount.set(account, new Set([key]))
    else keys.add(key)
    if (this.#entries.size <= this.#entriesMax) return
    const longestUnused = this.#entries.entries().next()
    if (!longestUnused.done) this.#remove(longestUnused.value[0], longestUnused.value[1])
  }

  forget(project: string, token: string): void {
    const key = keyOf(project, token)
    const entry = this.#entries.get(key)
    if (entry !== undefined) this.#remove(key, entry)
  }

  forgetAccount(project: string, uid: string): void {
    const account = keyOf(project, uid)
    for (const key of this.#keysByAccount.get(account) ?? []) this.#entries.delete(key)
    this.#keysByAccount.delete(account)
  }

  /** Looks at every entry, for what happens once in years. */
  forgetProject(project: string): void {
    for (const [key, entry] of this.#entries) if (key.startsWith(keyOf(project, ''))) this.#remove(key, entry)
  }

  #remove(key: string, entry: T): void {
    this.#entries.delete(key)
    const account = keyOf(key.slice(0, key.indexOf('/')), entry.uid)
    const keys = this.#keysByAccount.get(account)
    keys?.delete(key)
    if (keys?.size === 0) this.#keysByAccount.delete(account)
  }
}

/** No project id has a slash in it. */
function keyOf(project: string, rest: string): string {
  return `${project}/${rest}`
}
