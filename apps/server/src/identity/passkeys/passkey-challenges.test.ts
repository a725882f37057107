import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../ambient.ts'
import { PasskeyChallenges } from './passkey-challenges.ts'

const minuteMs = 60_000
const usedMax = 20

function world() {
  let nowMs = 1_000_000
  const clock = { nowMs: () => nowMs }
  const advance = (ms: number): void => void (nowMs += ms)
  return { challenges: new PasskeyChallenges({ clock, random: systemRandom, usedMax }), clock, advance }
}

describe('challenges of passkeys', () => {
  it('are good for their use, once, for five minutes', () => {
    const { challenges, clock, advance } = world()
    const [challenge, late] = [challenges.issue('shop'), challenges.issue('shop')]
    expect(challenges.isGood(challenge, 'shop')).toBe(true)
    expect(challenges.isGood(challenge, 'another shop')).toBe(false)
    expect(new PasskeyChallenges({ clock, random: systemRandom }).isGood(challenge, 'shop')).toBe(false)
    challenges.spend(challenge)
    expect(challenges.isGood(challenge, 'shop')).toBe(false)
    expect(() => challenges.spend(challenge)).toThrow(/used before/)
    advance(5 * minuteMs + 1_000)
    expect(challenges.isGood(late, 'shop')).toBe(false)
  })

  it('are refused, and none that was used is forgotten, while as many as fit have not ended', () => {
    const { challenges, advance } = world()
    const first = challenges.issue('shop')
    challenges.spend(first)
    for (let count = 1; count < usedMax; count++) challenges.spend(challenges.issue('shop'))
    const next = challenges.issue('shop')
    expect(() => challenges.spend(next)).toThrow(/Too many attempts/)
    expect(challenges.isGood(first, 'shop')).toBe(false)
    advance(5 * minuteMs + 1_000)
    const later = challenges.issue('shop')
    challenges.spend(later)
    expect(challenges.isGood(later, 'shop')).toBe(false)
  })
})
