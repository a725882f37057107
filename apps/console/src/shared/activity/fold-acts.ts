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

/** Acts that are told as one, the newest first; at least one. */
export interface FoldedActs {
  readonly newest: Act
  readonly others: readonly Act[]
  /** Where they were done: a collection, a folder; '' for users. */
  readonly place: string
}

/** What is done with many comes at once; what comes much later is another matter. */
const pauseMaxMs = 10 * 60 * 1000

/**
 * Acts, the newest first, with one row for those that follow one another and are alike: by one person, of one kind, in one collection or folder,
 * or the same change of users. So 200 documents that were deleted leave room for what else was done.
 */
export function foldActs(acts: readonly Act[]): readonly FoldedActs[] {
  const folded: { newest: Act; others: Act[]; place: string }[] = []
  for (const act of acts) {
    const last = folded.at(-1)
    const place = placeOf(act)
    const before = last?.others.at(-1) ?? last?.newest
    if (
      last !== undefined &&
      before !== undefined &&
      place !== undefined &&
      place === last.place &&
      act.action === before.action &&
      act.actor === before.actor &&
      act.detail['change'] === before.detail['change'] &&
      (before.at ?? 0) - (act.at ?? 0) <= pauseMaxMs
    ) {
      last.others.push(act)
    } else {
      folded.push({ newest: act, others: [], place: place ?? '' })
    }
  }
  return folded
}

const ofUsers: ReadonlySet<string> = new Set(['users.accounts:update', 'users.accounts:delete', 'users.accounts'])

/** undefined for what stands for itself. */
function placeOf({ action, target }: Act): string | undefined {
  if (ofUsers.has(action)) return ''
  if (!/^(documents|files)\.(create|update|delete)$/.test(action) || !target.includes('/')) return undefined
  return target.slice(0, target.lastIndexOf('/'))
}
