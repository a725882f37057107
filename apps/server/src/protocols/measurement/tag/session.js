const sessionTimeoutMs = 30 * 60 * 1000

/**
 * The session of one stream: it ends after 30 minutes without an event. Kept as `{ id, number, lastAt }` under
 * `hearth_session_<measurement id>`, so that the pages and tabs of an origin share it.
 */
export function touchSession(storage, measurementId, now) {
  const key = `hearth_session_${measurementId}`
  const known = readSession(storage.get(key))
  const goesOn = known !== undefined && now - known.lastAt < sessionTimeoutMs
  const session = goesOn
    ? { ...known, lastAt: now }
    : { id: String(Math.floor(now / 1000)), number: (known?.number ?? 0) + 1, lastAt: now }
  storage.set(key, JSON.stringify(session))
  return { id: session.id, number: session.number, isNew: !goesOn, isFirst: known === undefined }
}

/** The session as it is, without using it; undefined when there is none. */
export function findSession(storage, measurementId) {
  return readSession(storage.get(`hearth_session_${measurementId}`))
}

function readSession(text) {
  try {
    const { id, number, lastAt } = JSON.parse(text) ?? {}
    const isWhole = typeof id === 'string' && Number.isInteger(number) && typeof lastAt === 'number'
    return isWhole ? { id, number, lastAt } : undefined
  } catch {
    // Somebody else wrote there: a new session begins.
    return undefined
  }
}
