import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LookUps } from './look-ups.ts'
import type { Reviewed } from './reviews.ts'

const holders: readonly Reviewed[] = Array.from({ length: 3 }, () => ({ isInDoubt: false, review: async () => {} }))
const holder = fc.constantFrom(...holders)
const key = fc.constantFrom('a', 'b', 'c')
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('hold', 'release'), key, holder }),
  fc.record({ kind: fc.constant('change'), key }),
)

test('who holds a document learns of each change of it, and what nobody holds is forgotten', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lookUps = new LookUps()
      const held = new Map<string, Set<Reviewed>>()
      for (const one of steps) {
        const mine = held.get(one.key) ?? new Set()
        held.set(one.key, mine)
        switch (one.kind) {
          case 'hold':
            lookUps.hold(one.key, one.holder)
            mine.add(one.holder)
            break
          case 'release':
            // Of a document that is held again since, too.
            lookUps.release({ key: one.key, holders: new Set(), changedAt: 0 }, one.holder)
            mine.delete(one.holder)
            break
          case 'change': {
            const before = lookUps.changes
            const told = lookUps.change(one.key)
            expect(holders.map((who) => told?.has(who) ?? false)).toEqual(holders.map((who) => mine.has(who)))
            expect(lookUps.changes).toBe(mine.size === 0 ? before : before + 1)
            for (const who of mine) expect(lookUps.hold(one.key, who).changedAt).toBe(lookUps.changes)
          }
        }
        expect(lookUps.size).toBe([...held.values()].filter(({ size }) => size > 0).length)
      }
    }),
  )
})
