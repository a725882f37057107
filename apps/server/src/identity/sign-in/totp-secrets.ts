import { isSealed, type SecretBox } from '../../secrets/secret-box.ts'
import type { Realm } from '../realm.ts'

/**
 * Secrets of authenticator apps (base32) as they are kept: sealed, each for its account alone, so that no copy of a store shows the codes of
 * those who are in it. Secrets from before were not sealed; they are read as they are, and sealed when they are next used.
 */
export class TotpSecrets {
  readonly #box: Pick<SecretBox, 'seal' | 'open'>

  constructor(box: Pick<SecretBox, 'seal' | 'open'>) {
    this.#box = box
  }

  seal(realm: Realm, uid: string, secret: string): string {
    return this.#box.seal(secret, placeOf(realm, uid))
  }

  open(realm: Realm, uid: string, kept: string): string {
    return isSealed(kept) ? this.#box.open(kept, placeOf(realm, uid)) : kept
  }
}

function placeOf(realm: Realm, uid: string): string {
  return `${realm}/totp/${uid}`
}
