import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../lib/ambient.ts'

/** A code for whoever is at the server's machine: 192 random bits as 32 characters that need no escaping in a URL. */
export function newLocalCode(random: Random): string {
  return random.bytes(24).toString('base64url')
}

/** What the store keeps of a code. */
export function hashOfLocalCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

export function isLocalCode(code: string, hash: string): boolean {
  const given = Buffer.from(hashOfLocalCode(code))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}
