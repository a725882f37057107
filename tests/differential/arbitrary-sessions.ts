import fc from 'fast-check'
import { arbitraryAsked } from './arbitrary-queries.ts'
import { arbitraryWrites } from './arbitrary-writes.ts'
import { PATHS, type Step } from './wire.ts'

/** What the emulator runs: not names in descending order (docs/reference/compatibility.md). */
const asked = arbitraryAsked.filter(({ query: { orderBy } }) => {
  const [first] = orderBy as readonly { field: { fieldPath: string }; direction: string }[]
  return first?.field.fieldPath !== '__name__' || first.direction === 'ASCENDING'
})

/** One at a time, so that nobody waits for anybody. */
export const arbitraryTransaction: fc.Arbitrary<Step> = fc
  .tuple(
    asked,
    fc.record({
      options: fc.constantFrom({ readWrite: {} }, { readWrite: {} }, { readOnly: {} }),
      reads: fc.subarray(PATHS, { minLength: 1, maxLength: 3 }),
      writes: arbitraryWrites,
      end: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const, 'twice' as const),
    }),
  )
  .map(([{ parent, query }, rest]) => ({ kind: 'transaction', parent, query, ...rest }))

/** A query and what its listener sees of a commit. */
export const arbitraryListen: fc.Arbitrary<Step> = fc
  .tuple(asked, arbitraryWrites)
  .map(([{ parent, query }, writes]) => ({ kind: 'listen', parent, query, writes }))
