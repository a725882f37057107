const clientIdKey = 'hearth_client_id'

/** Who reports when no installation id is known: a random id that stays in this browser and this origin. */
export function ownClientId(page, storage) {
  const known = storage.get(clientIdKey)
  if (known !== null && /^[\w.-]{8,64}$/.test(known)) return known
  const made = [...page.crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  storage.set(clientIdKey, made)
  return made
}
