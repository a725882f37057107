import { describe, expect, it } from 'vitest'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { withChanges } from './changes.ts'
import { inverseOf } from './inverse-changes.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })

describe('the way back from a save', () => {
  it('leads to the fields that were there, those that were taken away and renamed among them', () => {
    const before = new Map([
      ['name', text('Ada')],
      ['gone', text('soon')],
    ])
    const changes = [
      { path: ['name'], was: text('Ada'), value: text('Eve') },
      { path: ['gone'], was: text('soon'), value: undefined },
      { path: ['new', 'inside'], was: undefined, value: text('x') },
    ]
    const back = inverseOf(changes, undefined)
    expect(withChanges(withChanges(before, changes), back).get('name')).toEqual(text('Ada'))
    expect(back).toContainEqual({ path: ['gone'], was: undefined, value: text('soon') })
    expect(back).toContainEqual({ path: ['new', 'inside'], was: text('x'), value: undefined })
  })

  it('takes what the server worked out from the document, so that a later change of others is seen', () => {
    const at: TypedValue = { kind: 'timestamp', micros: 0n }
    const changes = [{ path: ['at'], was: undefined, value: { kind: 'server-time' } as const }]
    expect(inverseOf(changes, new Map([['at', at]]))).toEqual([{ path: ['at'], was: at, value: undefined }])
  })
})
