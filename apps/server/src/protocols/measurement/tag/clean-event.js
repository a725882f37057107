/** The limits the server has too: what is beyond is cut or left out here, so that one field does not lose a whole batch. */
const nameLength = 40
const fieldsMax = 25
const textLength = 500
const ownParams = [
  'send_to',
  'event_callback',
  'event_timeout',
  'user_properties',
  'user_id',
  'update',
  'origin',
  'firebase_id',
]

export function isName(name) {
  return typeof name === 'string' && name.length <= nameLength && /^[A-Za-z]\w*$/.test(name)
}

export function cutText(text) {
  return text.length > textLength ? text.slice(0, textLength) : text
}

/** Parameters or user properties as text and numbers by name. */
export function cleanFields(fields) {
  const clean = {}
  let count = 0
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (count === fieldsMax) break
    if (!isName(name) || ownParams.includes(name)) continue
    const kept = cleanValue(value)
    if (kept === undefined) continue
    clean[name] = kept
    count++
  }
  return clean
}

function cleanValue(value) {
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
function cleanObject(value) {
  try {
    return cutText(JSON.stringify(value))
  } catch {
    // A cycle: there is no text for it.
    return undefined
  }
}
