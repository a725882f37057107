import { describe, expect, it } from 'vitest'
import { filterOf } from './queries/analytics-queries.ts'
import { conditionOf, eventOf, readStep } from './funnel-step.ts'

describe('a step of a funnel', () => {
  it('is the name of an event, or that and a condition', () => {
    const where = { parameter: 'method', comparison: 'is', value: 'mail' } as const
    expect(readStep('login')).toBe('login')
    expect(readStep({ event: 'login', where })).toEqual({ event: 'login', where })
    expect([eventOf('login'), eventOf({ event: 'login', where })]).toEqual(['login', 'login'])
    expect([conditionOf('login'), conditionOf({ event: 'login', where })]).toEqual([undefined, where])
  })

  it.each([
    3,
    null,
    {},
    { event: 'login' },
    { event: 'login', where: { parameter: 'a', comparison: 'like', value: '' } },
  ])('is not %j', (step) => {
    expect(readStep(step)).toBeUndefined()
  })

  it('loses a condition that compares with no number', () => {
    const where = { parameter: 'value', comparison: 'at-least', value: 'many' }
    expect(readStep({ event: 'purchase', where })).toBe('purchase')
  })

  it('asks for what the reports understand', () => {
    const condition = { parameter: 'value', value: '10' } as const
    expect(filterOf({ ...condition, comparison: 'at-least' })).toEqual({
      filter: {
        fieldName: 'value',
        numericFilter: { operation: 'GREATER_THAN_OR_EQUAL', value: { doubleValue: 10 } },
      },
    })
    expect(filterOf({ ...condition, comparison: 'is-not' })).toEqual({
      notExpression: { filter: { fieldName: 'value', stringFilter: { value: '10' } } },
    })
  })
})
