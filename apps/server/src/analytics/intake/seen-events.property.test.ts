import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PrintSet } from './seen-events.ts'

const print = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 52 - 1 }),
  // Of one slot in a small table.
  fc.integer({ min: 0, max: 3_000 }).map((n) => n * 1_024),
)

it('has what was added and not deleted, like a Set', () => {
  const change = fc.record({ kind: fc.constantFrom('add', 'add', 'add', 'delete'), print })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4_000, size: 'max' }), (changes) => {
      const set = new PrintSet()
      const model = new Set<number>()
      for (const { kind, print: value } of changes) {
        if (kind === 'add') {
          set.add(value)
          model.add(value)
        } else {
          set.delete(value)
          model.delete(value)
        }
      }
      for (const { print: value } of changes) expect(set.has(value)).toBe(model.has(value))
      expect(set.size).toBeGreaterThanOrEqual(model.size)
    }),
    { numRuns: 50 },
  )
})
