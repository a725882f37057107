import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChainVerifier } from './audit-chain.ts'
import { type AuditEntry, type ChainLink, chainStart, hashOfEntry } from './audit-entry.ts'

function chainOf(length: number): AuditEntry[] {
  const entries: AuditEntry[] = []
  let previous = chainStart.hash
  for (let number = 1; number <= length; number++) {
    const actor = { kind: 'person', uid: `uid-${number % 3}` } as const
    const content = { number, at: number * 1000, actor, action: 'apps.create', target: `app-${number}` }
    const entry = { ...content, detail: { a: '1', b: '2' }, address: '192.0.2.1', requestId: 'r', previous }
    previous = hashOfEntry(entry)
    entries.push({ ...entry, hash: previous })
  }
  return entries
}

function breaksOf(entries: readonly AuditEntry[], head: ChainLink, anchor = chainStart, seen?: ChainLink) {
  const verifier = new ChainVerifier(head, seen)
  for (const entry of entries.toReversed()) verifier.take(entry)
  return verifier.end(anchor)
}

const lengths = fc.integer({ min: 1, max: 30 })
/** A chain, and one of its entries. */
const chains = lengths.chain((length) =>
  fc.record({ entries: fc.constant(chainOf(length)), index: fc.nat({ max: length - 1 }) }),
)
const headOf = (entries: readonly AuditEntry[]): ChainLink => entries.at(-1) ?? chainStart

test('a chain is unbroken, whole or from an anchor on, and so is an empty one', () => {
  expect(breaksOf([], chainStart)).toEqual([])
  fc.assert(
    fc.property(chains, ({ entries, index }) => {
      expect(breaksOf(entries, headOf(entries))).toEqual([])
      const anchor = entries[index] ?? chainStart
      expect(breaksOf(entries.slice(index + 1), headOf(entries), anchor)).toEqual([])
    }),
  )
})

test('an entry that was changed in anything is found', () => {
  const changes: ((entry: AuditEntry) => AuditEntry)[] = [
    (entry) => ({ ...entry, at: entry.at + 1 }),
    (entry) => ({ ...entry, actor: { kind: 'service-key', id: 'uid-1' } }),
    (entry) => ({ ...entry, actor: { kind: 'person', uid: 'somebody else' } }),
    (entry) => ({ ...entry, action: 'apps.delete' }),
    (entry) => ({ ...entry, target: 'another' }),
    (entry) => ({ ...entry, detail: { a: '1' } }),
    (entry) => ({ ...entry, address: '' }),
    (entry) => ({ ...entry, requestId: '' }),
    (entry) => ({ ...entry, previous: 'f'.repeat(64) }),
    (entry) => ({ ...entry, hash: 'f'.repeat(64) }),
  ]
  fc.assert(
    fc.property(chains, fc.constantFrom(...changes), ({ entries, index }, change) => {
      const [entry] = entries.slice(index)
      if (entry === undefined) return
      const tampered = change(entry)
      // With a hash that fits again, as somebody would who knows how it is made.
      const repaired = { ...tampered, hash: hashOfEntry(tampered) }
      for (const replaced of [tampered, repaired].filter((one) => !isDeepStrictEqual(one, entry))) {
        expect(breaksOf(entries.with(index, replaced), headOf(entries)), change.toString()).not.toEqual([])
      }
    }),
  )
})

test('an entry that was taken out, moved or doubled is found', () => {
  fc.assert(
    fc.property(chains, ({ entries, index }) => {
      const head = headOf(entries)
      const [entry] = entries.slice(index)
      expect(breaksOf(entries.toSpliced(index, 1), head)).toContainEqual({ number: entry?.number, problem: 'missing' })
      if (entry !== undefined) expect(breaksOf(entries.toSpliced(index, 0, entry), head)).not.toEqual([])
      if (entries.length > 1) expect(breaksOf(entries.toReversed(), head)).not.toEqual([])
    }),
  )
})

test('a chain that was cut and ended anew is found by who has seen its newest entry', () => {
  fc.assert(
    fc.property(chains, ({ entries, index }) => {
      const seen = headOf(entries)
      const cut = entries.slice(0, index)
      expect(breaksOf(cut, headOf(cut))).toEqual([])
      expect(breaksOf(cut, headOf(cut), chainStart, seen)).toContainEqual({ number: seen.number, problem: 'missing' })
      const forged = chainOf(40).map((entry) => ({ ...entry, at: entry.at + 1 }))
      let previous = chainStart.hash
      const linked = forged.map((entry) => {
        const next = { ...entry, previous }
        previous = hashOfEntry(next)
        return { ...next, hash: previous }
      })
      expect(breaksOf(linked, headOf(linked))).toEqual([])
      expect(breaksOf(linked, headOf(linked), chainStart, seen)).toEqual([{ number: seen.number, problem: 'replaced' }])
    }),
  )
})
