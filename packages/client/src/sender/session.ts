import type { PageStorage } from './storage.ts'

const timeoutMs = 30 * 60 * 1000

export interface StoredSession {
  /** The second in which it began. */
  readonly id: string
  /** How many sessions there were in this browser, this one among them. */
  readonly number: number
  /** When something was reported in it last; milliseconds. */
  readonly lastAt: number
}

export interface TouchedSession extends StoredSession {
  readonly isNew: boolean
  /** The first that this browser ever had. */
  readonly isFirst: boolean
}

/**
 * The session of one stream: it ends after 30 minutes in which nothing was reported and nobody looked at the page. Kept as JSON under
 * `hearth_analytics_session_<measurement id>`, so that the pages and tabs of an origin share it. `engagedMs`: how long somebody has
 * looked at the page since the last report. `remembered`: the session that the page had, where it had to forget what it kept.
 */
export function touchSession(
  storage: PageStorage,
  measurementId: string,
  { now, engagedMs, remembered }: { now: number; engagedMs: number; remembered: StoredSession | undefined },
): TouchedSession {
  const known = findSession(storage, measurementId) ?? remembered
  const goesOn = known !== undefined && now - known.lastAt - engagedMs < timeoutMs
  const session: StoredSession = goesOn
    ? { ...known, lastAt: now }
    : { id: String(Math.floor(now / 1000)), number: (known?.number ?? 0) + 1, lastAt: now }
  storage.set(keyOf(measurementId), JSON.stringify(session))
  return { ...session, isNew: !goesOn, isFirst: known === undefined }
}

/** The session as it is, without using it; undefined when there is none. */
export function findSession(storage: PageStorage, measurementId: string): StoredSession | undefined {
  try {
    const { id, number, lastAt } = JSON.parse(storage.get(keyOf(measurementId)) ?? '{}') as Partial<StoredSession>
    const isWhole = typeof id === 'string' && Number.isInteger(number) && typeof lastAt === 'number'
    return isWhole ? { id, number: number as number, lastAt } : undefined
  } catch {
    // Somebody else wrote there: a new session begins.
    return undefined
  }
}

function keyOf(measurementId: string): string {
  return `session_${measurementId}`
}
