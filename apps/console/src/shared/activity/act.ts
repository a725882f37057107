/** What was done, as the server names it. */
export interface NamedAct {
  /** Such as `users.accounts:update`. */
  readonly action: string
  readonly target: string
  readonly detail: Readonly<Record<string, string>>
  /** What people are called, by uid; who is missing is called by the uid. */
  readonly names: Readonly<Record<string, string>>
}

/** What somebody of the team did in a project. */
export interface Act extends NamedAct {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number | undefined
  readonly actor: string
  /** What the actor was called then. */
  readonly actorName: string
}
