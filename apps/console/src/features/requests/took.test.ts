import { describe, expect, it } from 'vitest'
import { decidedMs, wordsOfStages } from './took.ts'

describe('how long a verdict took', () => {
  it('adds up the stages that were measured', () => {
    expect(decidedMs({ beforeMs: 1.5, rulesMs: 0.25, lookupsMs: 2 })).toBe(3.75)
    expect(decidedMs({ rulesMs: 0.25, lookupsMs: 0 })).toBe(0.25)
  })

  it('names the stages, without one that was not', () => {
    expect(wordsOfStages({ beforeMs: 1.5, rulesMs: 0.25, lookupsMs: 2 })).toEqual([
      'Until the rules were asked 1.50 ms',
      'Rules 0.25 ms',
      'Reading documents for them 2.00 ms',
    ])
    expect(wordsOfStages({ rulesMs: 0.25, lookupsMs: 0 })).toEqual(['Rules 0.25 ms'])
  })
})
