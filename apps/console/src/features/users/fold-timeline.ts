import type { TimelineEntry } from './queries/person-queries.ts'

/** What happened several times in a row, told as one: the newest of them, and those before it. */
export interface FoldedEntry {
  readonly entry: TimelineEntry
  readonly others: readonly TimelineEntry[]
}

/** Puts together what says the same right after one another: a browser's events, the same request, sign-ins that failed alike. */
export function foldTimeline(entries: readonly TimelineEntry[]): readonly FoldedEntry[] {
  const folded: { entry: TimelineEntry; others: TimelineEntry[] }[] = []
  for (const entry of entries) {
    const last = folded.at(-1)
    const sameness = samenessOf(entry)
    if (last !== undefined && sameness !== undefined && samenessOf(last.entry) === sameness) last.others.push(entry)
    else folded.push({ entry, others: [] })
  }
  return folded
}

/** Of a day, so that each is under its title. Undefined: nothing is the same as it. */
function samenessOf(entry: TimelineEntry): string | undefined {
  const of = (...parts: readonly (string | undefined)[]): string =>
    JSON.stringify([new Date(entry.time).toDateString(), entry.kind, ...parts])
  switch (entry.kind) {
    case 'reported':
      return of(entry.events.clientId)
    case 'denied':
    case 'wrote': {
      const { service, database, operation, path, rule } = entry.request
      return of(service, database, operation, path, rule && `${rule.fileName} ${rule.line}`)
    }
    case 'sign-in-failed':
      return of(entry.act.detail?.['reason'], entry.act.address)
    case 'joined':
    case 'signed-in':
    case 'new-device':
    case 'team':
      return undefined
  }
}
