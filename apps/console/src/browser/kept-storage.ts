/** What this browser keeps of a user begins with this, all of it readable by whoever has the browser. */
export const keptPrefix = 'hearth.kept.'
/** Whose it is: a uid. */
export const ownerKey = 'hearth.documents'

/** Where this browser keeps something until the user signs out. */
export function keptKey(name: string): string {
  return keptPrefix + name
}

/** Where drafts of rules are kept: signing out asks before it takes them. */
export const rulesDraftPrefix = keptKey('rules-draft.')

/** The browser's storage of all tabs, or that of this tab alone. */
type Area = 'local' | 'session'

export function readKept(key: string, area: Area = 'local'): string | undefined {
  try {
    return areaOf(area).getItem(key) ?? undefined
  } catch {
    // Storage is blocked: nothing was kept.
    return undefined
  }
}

/** Undefined takes it away. Returns whether it did. */
export function keep(key: string, value: string | undefined, area: Area = 'local'): boolean {
  try {
    if (value === undefined) areaOf(area).removeItem(key)
    else areaOf(area).setItem(key, value)
    return true
  } catch {
    // Storage is blocked or full.
    return false
  }
}

/**
 * What was kept as JSON.
 *
 * @param read says what it is; undefined for what an earlier release, or somebody else, left there
 */
export function readKeptJson<Kept>(
  key: string,
  read: (json: unknown) => Kept | undefined,
  area: Area = 'local',
): Kept | undefined {
  const text = readKept(key, area)
  if (text === undefined) return undefined
  try {
    return read(JSON.parse(text))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Undefined takes it away. Returns whether it did. */
export function keepJson(key: string, value: unknown, area: Area = 'local'): boolean {
  return keep(key, value === undefined ? undefined : JSON.stringify(value), area)
}

/** All that is kept under names that begin so. */
export function keptKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    // Storage is blocked: nothing was kept.
    return []
  }
}

function areaOf(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage
}
