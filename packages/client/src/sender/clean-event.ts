/** The limits the server has too: what is beyond is cut or left out here, so that one field does not lose a whole batch. */
const nameLength = 40
const fieldsMax = 25
const textLength = 500
/** Parameters that are for the sender, or for the vendor's tag. */
const ownParams = new Set([
  'send_to',
  'event_callback',
  'event_timeout',
  'user_properties',
  'user_id',
  'update',
  'origin',
])
/** What the SDK's screen views call their parameters. */
const screenParams: Readonly<Record<string, string>> = {
  firebase_screen: 'screen_name',
  firebase_screen_class: 'screen_class',
}

export type CleanFields = Record<string, string | number>

/** Letters, digits and `_`, a letter first, at most 40; names that begin like the vendor's own are kept for it. */
export function isName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.length <= nameLength &&
    /^[A-Za-z]\w*$/.test(name) &&
    !/^(?:ga|google|firebase)_/.test(name)
  )
}

export function cutText(text: string): string {
  return text.length > textLength ? text.slice(0, textLength) : text
}

/** Parameters or user properties as text and numbers by name; null and what can't be sent is left out. */
export function cleanFields(fields: Readonly<Record<string, unknown>>): CleanFields {
  const clean: CleanFields = {}
  let count = 0
  for (const [given, value] of Object.entries(fields)) {
    if (count === fieldsMax) break
    const name = screenParams[given] ?? given
    if (!isName(name) || ownParams.has(name)) continue
    const kept = cleanValue(value)
    if (kept === undefined) continue
    clean[name] = kept
    count++
  }
  return clean
}

function cleanValue(value: unknown): string | number | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : undefined
    case 'string':
      return cutText(value)
    case 'boolean':
      return String(value)
    case 'object':
      return value === null ? undefined : cleanObject(value)
    default:
      return undefined
  }
}

/** Lists such as the items of a purchase, as JSON. */
function cleanObject(value: object): string | undefined {
  try {
    return cutText(JSON.stringify(value))
  } catch {
    // A cycle: there is no text for it.
    return undefined
  }
}
