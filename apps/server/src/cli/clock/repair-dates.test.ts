import { expect, it } from 'vitest'
import { ChainVerifier } from '../../audit/audit-chain.ts'
import { type AuditEntry, type ChainLink, chainStart, hashOfEntry } from '../../audit/audit-entry.ts'
import { redateAudit } from './repair-dates.ts'

const nowMs = Date.UTC(2026, 5, 1)
const present = { nowMs, latestMs: nowMs + 300_000 }
const keyOf = (number: number): string => String(number).padStart(16, '0')

/** A log whose entries are of these times. */
function logOf(times: readonly number[]): Map<string, string> {
  const records = new Map<string, string>()
  let last = chainStart
  for (const at of times) {
    const entry = {
      number: last.number + 1,
      at,
      actor: { kind: 'server' as const },
      action: 'team.update',
      target: 'ada',
      detail: {},
      address: '',
      requestId: '',
      previous: last.hash,
    }
    last = { number: entry.number, hash: hashOfEntry(entry) }
    records.set(`audit ${keyOf(entry.number)}`, JSON.stringify({ ...entry, hash: last.hash }))
  }
  records.set('audit-chain head', JSON.stringify(last))
  return records
}

function redate(records: Map<string, string>): Map<string, string> {
  const after = new Map(records)
  redateAudit(
    {
      *each() {
        for (const [name, value] of records) {
          const [space = '', key = ''] = name.split(' ')
          yield { space, key, value }
        }
      },
      get: (space, key) => records.get(`${space} ${key}`),
      set: (space, key, value) => void after.set(`${space} ${key}`, value),
    },
    present,
  )
  return after
}

const headOf = (records: Map<string, string>): ChainLink =>
  JSON.parse(records.get('audit-chain head') ?? '') as ChainLink

function entriesOf(records: Map<string, string>): AuditEntry[] {
  const entries = [...records].filter(([name]) => name.startsWith('audit 0'))
  return entries.map(([, value]) => JSON.parse(value) as AuditEntry).toSorted((a, b) => b.number - a.number)
}

it('dates what is ahead at the present, in an unbroken chain that says so', () => {
  const before = logOf([nowMs - 2, nowMs + 1e10, nowMs - 1, nowMs + 2e10])
  const after = redate(before)
  const [newest, ...rest] = entriesOf(after)
  expect(rest.map(({ at }) => at)).toEqual([nowMs, nowMs - 1, nowMs, nowMs - 2])
  const { number, hash } = headOf(before)
  expect(newest).toMatchObject({
    number: 5,
    at: nowMs,
    action: 'server.redate',
    detail: { entries: '2', from: '2', before: `${number}:${hash}` },
  })
  const verifier = new ChainVerifier(headOf(after))
  for (const entry of entriesOf(after)) verifier.take(entry)
  expect(verifier.end(chainStart)).toEqual([])
})

it('is noticed by whoever kept the newest entry of before', () => {
  const before = logOf([nowMs, nowMs + 1e10])
  const after = redate(before)
  const verifier = new ChainVerifier(headOf(after), headOf(before))
  for (const entry of entriesOf(after)) verifier.take(entry)
  expect(verifier.end(chainStart)).toEqual([{ number: 2, problem: 'replaced' }])
})

it('leaves a log without such entries as it is', () => {
  const before = logOf([nowMs - 1, nowMs])
  expect(redate(before)).toEqual(before)
})
