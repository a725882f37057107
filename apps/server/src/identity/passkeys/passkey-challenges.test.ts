import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../lib/ambient.ts'
import { type ChallengeUser, PasskeyChallenges } from './passkey-challenges.ts'

const MINUTE_MS = 60_000
const USED_MAX = 40
const PROJECT = 'shop'
const here = { project: PROJECT, address: '192.0.2.1' }

function world() {
  let nowMs = 1_000_000
  const clock = { nowMs: () => nowMs }
  const advance = (ms: number): void => void (nowMs += ms)
  return { challenges: new PasskeyChallenges({ clock, random: systemRandom, usedMax: USED_MAX }), clock, advance }
}

describe('challenges of passkeys', () => {
  it('are good for their use, once, for five minutes', () => {
    const { challenges, clock, advance } = world()
    const [challenge, late] = [challenges.issue('shop'), challenges.issue('shop')]
    expect(challenges.isGood(challenge, 'shop')).toBe(true)
    expect(challenges.isGood(challenge, 'another shop')).toBe(false)
    expect(new PasskeyChallenges({ clock, random: systemRandom }).isGood(challenge, 'shop')).toBe(false)
    challenges.spend(challenge, here)
    expect(challenges.isGood(challenge, 'shop')).toBe(false)
    expect(() => challenges.spend(challenge, here)).toThrow(/used before/)
    advance(5 * MINUTE_MS + 1_000)
    expect(challenges.isGood(late, 'shop')).toBe(false)
  })

  it('are refused, and none that was used is forgotten, while as many as fit have not ended', () => {
    const { challenges, advance } = world()
    const first = challenges.issue('shop')
    challenges.spend(first, here)
    expect(spendUntilRefused(challenges, here)).toBeLessThan(USED_MAX)
    expect(challenges.isGood(first, 'shop')).toBe(false)
    advance(5 * MINUTE_MS + 1_000)
    const later = challenges.issue('shop')
    challenges.spend(later, here)
    expect(challenges.isGood(later, 'shop')).toBe(false)
  })

  it('leave room for other sites of a project, and for other projects wherever they are used from', () => {
    const { challenges, advance } = world()
    spendUntilRefused(challenges, here)
    const elsewhere = { project: PROJECT, address: '198.51.100.1' }
    challenges.spend(challenges.issue('shop'), elsewhere)
    for (let site = 2; site < 30; site++)
      spendUntilRefused(challenges, { project: PROJECT, address: `192.0.2.${site}` })
    expect(() => challenges.spend(challenges.issue('shop'), elsewhere)).toThrow(/Too many attempts/)
    challenges.spend(challenges.issue('library'), { ...here, project: 'library' })
    advance(5 * MINUTE_MS + 1_000)
    expect(spendUntilRefused(challenges, here)).toBeGreaterThan(USED_MAX / 2)
  })
})

/** How many were used. */
function spendUntilRefused(challenges: PasskeyChallenges, user: ChallengeUser): number {
  for (let count = 0; ; count++) {
    try {
      challenges.spend(challenges.issue('shop'), user)
    } catch {
      return count
    }
  }
}
