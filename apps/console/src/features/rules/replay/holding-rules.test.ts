import { describe, expect, it } from 'vitest'
import type { LiveRules } from '../../../shared/rules/published-rules.ts'
import type { ReplayedRequest, RulesOverride } from '../queries/rules-queries.ts'
import { holdingRulesOf, withVerdictsOfNow } from './holding-rules.ts'

const main = { name: 'firestore.rules', content: 'service cloud.firestore {}' }
const live: LiveRules = {
  rulesetName: 'projects/demo-app/rulesets/v2',
  releaseName: 'projects/demo-app/releases/cloud.firestore',
  isReleased: true,
  author: undefined,
  sources: { main, others: [] },
}

function replayed(
  id: string,
  verdict: 'allowed' | 'denied',
  would: ReplayedRequest['would'],
  rules?: ReplayedRequest['request']['rules'],
): ReplayedRequest {
  const request = {
    id,
    time: '2026-11-21T10:00:00Z',
    service: 'documents',
    operation: 'get',
    path: 'a/b',
    caller: { kind: 'visitor' },
  } as const
  return { request: { ...request, verdict, ...(rules && { rules }) }, would }
}

describe('holdingRulesOf', () => {
  it('is what was published, or the file that holds instead', () => {
    expect(holdingRulesOf(live, undefined)).toEqual({ origin: { ruleset: 'v2' }, files: [main] })
    expect(holdingRulesOf({ ...live, isReleased: false }, undefined)).toBeUndefined()
    const override: RulesOverride = { origin: 'file', since: '2026-11-21T10:00:00Z', isBroken: false, files: [main] }
    expect(holdingRulesOf(live, override)).toEqual({ origin: { since: override.since }, files: [main] })
    expect(holdingRulesOf(live, { ...override, isBroken: true })).toBeUndefined()
  })
})

describe('withVerdictsOfNow', () => {
  const holding = { origin: { ruleset: 'v2' }, files: [main] }
  const verdictOf = (asked: ReplayedRequest, under: readonly ReplayedRequest[]) =>
    withVerdictsOfNow([asked], holding, under)[0]?.request.verdict

  it('says of a request from before the rules what they would have said', () => {
    expect(verdictOf(replayed('1', 'denied', 'allowed'), [replayed('1', 'denied', 'allowed')])).toBe('allowed')
    const asked = replayed('2', 'allowed', 'denied', { ruleset: 'v1' })
    expect(verdictOf(asked, [replayed('2', 'allowed', 'denied')])).toBe('denied')
  })

  it('leaves what these rules decided themselves, what they can not judge, and what they were not asked', () => {
    const decided = replayed('1', 'denied', 'allowed', { ruleset: 'v2' })
    expect(verdictOf(decided, [replayed('1', 'denied', 'allowed')])).toBe('denied')
    expect(verdictOf(replayed('2', 'denied', 'allowed'), [replayed('2', 'denied', 'unknown')])).toBe('denied')
    expect(verdictOf(replayed('3', 'denied', 'allowed'), [])).toBe('denied')
  })
})
