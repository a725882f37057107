import { createHash } from 'node:crypto'
import type { ForeignHash } from '../../identity/passwords/foreign-hash.ts'

const [saltMark, passwordMark] = ['fakeHash:salt=', ':password=']

/** Whether it is what the vendor's emulator exports in place of a hash: `fakeHash:salt=<salt>:password=<the password itself>`. */
export function isEmulatorPassword(passwordHash: string): boolean {
  return passwordHash.startsWith(saltMark) && passwordHash.includes(passwordMark)
}

/** A hash of the password that the emulator's text has in it, as good as one for tests: whole imports of them must be quick. */
export function hashOfEmulatorPassword(passwordHash: string): ForeignHash {
  const at = passwordHash.indexOf(passwordMark)
  const salt = passwordHash.slice(saltMark.length, at)
  const password = passwordHash.slice(at + passwordMark.length)
  const hash = createHash('sha256').update(salt).update(password).digest('base64')
  return { algorithm: 'SHA256', hash, salt: Buffer.from(salt).toString('base64'), parameters: { rounds: 1 } }
}
