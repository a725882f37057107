import type { AuditEntry } from '../../shared/audit/list-audit.ts'

/** An entry that stands for others like it. */
export type FoldedEntry = AuditEntry & { readonly times: number }

const hourMs = 60 * 60 * 1000

/**
 * Entries, the newest first, with one for all the sessions in the project that somebody began within an hour: a page that is opened again
 * begins another, and a list of those tells nobody anything. The log keeps each, for each says from where.
 */
export function foldSessions(entries: readonly AuditEntry[]): readonly FoldedEntry[] {
  const folded: (AuditEntry & { times: number })[] = []
  const open = new Map<string, AuditEntry & { times: number }>()
  for (const entry of entries) {
    const key = `${entry.actor.uid} ${entry.address}`
    const newest = entry.action === 'session.enter' ? open.get(key) : undefined
    if (newest !== undefined && newest.at - entry.at < hourMs) {
      newest.times++
      continue
    }
    const row = { ...entry, times: 1 }
    folded.push(row)
    if (entry.action === 'session.enter') open.set(key, row)
  }
  return folded
}
