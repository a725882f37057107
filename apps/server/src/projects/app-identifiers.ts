import type { Random } from '../lib/ambient.ts'
import type { App } from './projects.ts'

const MEASUREMENT_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Twelve digits, the first not 0: what the vendor calls the project number, and the middle of every app id. */
export function newProjectNumber(random: Random): string {
  const value = random.bytes(6).readUIntBE(0, 6) % 900_000_000_000
  return String(value + 100_000_000_000)
}

export function newAppId(random: Random, projectNumber: string, platform: App['platform']): string {
  return `1:${projectNumber}:${platform}:${random.bytes(11).toString('hex')}`
}

export function isAppId(text: string): boolean {
  return /^1:\d{12}:(web|ios|android):[0-9a-f]{1,64}$/.test(text)
}

/** All app ids of a project begin so: `1:<project number>:`. */
export function appIdPrefix(projectNumber: string): string {
  return `1:${projectNumber}:`
}

export function newApiKey(random: Random, project: string): string {
  return `hk_${project}_${random.bytes(24).toString('base64url')}`
}

/** `G-` and ten of A-Z and 0-9. Bytes from 252 up are thrown away, so that every character is equally likely. */
export function newMeasurementId(random: Random): string {
  let id = ''
  while (id.length < 10) {
    for (const byte of random.bytes(16)) {
      if (byte < 252 && id.length < 10) id += MEASUREMENT_ALPHABET[byte % 36]
    }
  }
  return `G-${id}`
}
