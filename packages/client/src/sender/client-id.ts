import type { Page } from './page.ts'
import type { PageStorage } from './storage.ts'

const clientIdKey = 'client_id'

/** Who reports when no installation id is known: 32 hexadecimal digits that stay in this browser and this origin. */
export function ownClientId(page: Page, storage: PageStorage): string {
  const known = storage.get(clientIdKey)
  if (known !== undefined && /^[\w.-]{8,64}$/.test(known)) return known
  const made = randomHex(page, 16)
  storage.set(clientIdKey, made)
  return made
}

export function randomHex(page: Page, bytes: number): string {
  const random = page.crypto.getRandomValues(new Uint8Array(bytes))
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
