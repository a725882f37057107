import { type AuditEntry, type ChainLink, hashOfEntry } from '../../audit/audit-entry.ts'
import type { RecordsInPlace } from '../../persistence/store-redating.ts'

export const auditSpaces: ReadonlySet<string> = new Set(['audit', 'audit-chain'])

/**
 * Dates entries of the audit log that are after the present at the present, chains them anew from the first of these on, and writes an entry about it
 * with the number and the hash of the newest one so far: whoever has kept that one sees that, and why, the chain is another.
 */
export function redateAudit(records: RecordsInPlace, { nowMs, latestMs }: { nowMs: number; latestMs: number }): void {
  const head = records.get('audit-chain', 'head')
  if (head === undefined) return
  const before = JSON.parse(head) as ChainLink
  let last: ChainLink | undefined
  let from = 0
  let count = 0
  const put = (entry: Omit<AuditEntry, 'hash'>): ChainLink => {
    const hash = hashOfEntry(entry)
    records.set('audit', String(entry.number).padStart(16, '0'), JSON.stringify({ ...entry, hash }))
    return { number: entry.number, hash }
  }
  // Their keys are in the order of their numbers.
  for (const { space, value } of records.each()) {
    if (space !== 'audit') continue
    const { hash: _, ...entry } = JSON.parse(value) as AuditEntry
    const isAhead = entry.at > latestMs
    if (!isAhead && last === undefined) continue
    if (isAhead) count++
    from ||= entry.number
    const previous = last?.hash ?? entry.previous
    last = put({ ...entry, at: isAhead ? nowMs : entry.at, previous })
  }
  if (last === undefined) return
  const after = put({
    number: last.number + 1,
    at: nowMs,
    actor: { kind: 'server' },
    action: 'server.redate',
    target: '',
    detail: { entries: String(count), from: String(from), before: `${before.number}:${before.hash}` },
    address: '',
    requestId: '',
    previous: last.hash,
  })
  records.set('audit-chain', 'head', JSON.stringify(after))
}
