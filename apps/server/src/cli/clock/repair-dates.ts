import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../lib/ambient.ts'
import { explain } from '../../backups/server/explain.ts'
import { ClockFile } from '../../clock/clock-file.ts'
import { doubtOf } from '../../clock/clock-guard.ts'
import { noDataFolder, openStoppedFolder } from '../../operations/data-folder.ts'
import type { RecordsInPlace, RedatingEngine } from '../../persistence/store-redating.ts'
import { redateRecord } from './redate-record.ts'
import { type AuditEntry, type ChainLink, hashOfEntry } from '../../audit/audit-entry.ts'

/** What two clocks may differ by. */
const TOLERANCE_MS = 5 * 60_000
/** Of these a time is no more than a place in a list, and stays. */
const keptSpaces = new Set(['decision', 'decision-missed', 'trend'])
const auditSpaces: ReadonlySet<string> = new Set(['audit', 'audit-chain'])

/** Says that the machine's clock is right. Throws `DataFolderError`. */
export function acceptClock(dataFolder: string, clock: Clock, tell: (sentence: string) => void): void {
  assertDataFolder(dataFolder)
  const nowMs = clock.nowMs()
  const now = new Date(nowMs).toISOString()
  const file = new ClockFile(dataFolder)
  const seenMs = file.lastSeenMs() ?? nowMs
  file.accept(nowMs)
  tell(
    doubtOf(nowMs - seenMs) === undefined
      ? `It is ${now}, and nothing was in doubt: the server was last seen at ${new Date(seenMs).toISOString()}.`
      : `It is ${now}. A running server follows its clock within a minute.`,
  )
}

/**
 * Tells what in the stores of a stopped server is dated after the present, and with `apply` dates it anew. Throws `DataFolderError`, or an
 * `Error` with a sentence for the operator.
 */
export async function repairDates(
  command: { readonly dataFolder: string; readonly apply: boolean },
  { engine, clock }: { readonly engine: RedatingEngine; readonly clock: Clock },
  tell: (sentence: string) => void,
): Promise<void> {
  assertDataFolder(command.dataFolder)
  const nowMs = clock.nowMs()
  const taken = openStoppedFolder(command.dataFolder)
  try {
    tell(`It is ${new Date(nowMs).toISOString()}. What is dated after that was dated by a wrong clock.`)
    await redateStores(command, { engine, nowMs }, tell)
  } catch (cause) {
    const text = `Not everything was dated anew: ${explain(cause)} Run this again; what is done stays done.`
    throw new Error(text, { cause })
  } finally {
    taken.close()
  }
}

function assertDataFolder(dataFolder: string): void {
  if (!existsSync(join(dataFolder, 'format.json'))) throw noDataFolder(dataFolder)
}

/** One store after the other, each whole or not at all, so it may be broken off and begun again. */
async function redateStores(
  { dataFolder, apply }: { readonly dataFolder: string; readonly apply: boolean },
  { engine, nowMs }: { readonly engine: RedatingEngine; readonly nowMs: number },
  tell: (sentence: string) => void,
): Promise<void> {
  const projects = join(dataFolder, 'projects')
  const copies = join(dataFolder, 'before-clock-repair', String(nowMs))
  const present = { nowMs, latestMs: nowMs + TOLERANCE_MS }
  const terms = {
    ...present,
    redateRecords: (records: RecordsInPlace) => redateRecords(records, present),
  }
  let found = 0
  for (const name of (await readdir(projects)).filter((file) => file.endsWith('.sqlite')).toSorted()) {
    const file = join(projects, name)
    const { commits, documents, records } = engine.redate(file, { ...terms, apply: false })
    if (commits + records === 0) continue
    found++
    tell(`${name.slice(0, -'.sqlite'.length)}: ${commits} commits, ${documents} documents, ${records} other records`)
    if (!apply) continue
    await mkdir(copies, { recursive: true, mode: 0o700 })
    await engine.copy(file, join(copies, name))
    engine.redate(file, { ...terms, apply })
  }
  if (found === 0) tell('Nothing is dated after the present.')
  else if (!apply) tell('Nothing was changed. With --apply all this is dated anew.')
  else {
    tell(`All this is dated anew. The stores as they were are in ${copies}.`)
    tell(
      'Apps that keep documents on a device hold newer dates for them than the server has: have them clear what they keep.',
    )
  }
  if (apply) new ClockFile(dataFolder).see(nowMs)
}

function redateRecords(records: RecordsInPlace, present: { nowMs: number; latestMs: number }): void {
  for (const { space, key, value } of records.each()) {
    if (auditSpaces.has(space) || keptSpaces.has(space) || space.startsWith('analytics-')) continue
    const redated = redateRecord(value, present)
    if (redated !== undefined) records.set(space, key, redated)
  }
  redateAudit(records, present)
}

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
