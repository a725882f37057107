import * as z from 'zod/mini'
import { defaultDatabase } from '../databases/default-database.ts'
import { isOwnKept } from '../firebase/kept-owner.ts'
import {
  keep,
  keepJson,
  keptKeys,
  lostPrefix,
  moveKept,
  pendingPrefix,
  readKept,
  readKeptJson,
  rulesDraftPrefix,
} from '../firebase/kept-storage.ts'
import { lostOfPage } from './lost-of-page.ts'
import { pendingWrites, type WrittenDown } from './pending-writes.ts'

const lostChange = z.object({
  project: z.string(),
  /** Of a document, with its database in front where it isn't the default one; of rules what they are for. */
  place: z.string(),
  operation: z.enum(['create', 'update', 'delete', 'rules', 'unknown']),
  /** What was written: the console's JSON, or the text of rules. */
  content: z.optional(z.string()),
  /** Fields that were to go. */
  removes: z.optional(z.array(z.string())),
  /** `closed`: the project can't be entered any more. `left`: it was not saved, and its screen was left by then. */
  why: z.enum(['closed', 'refused', 'left']),
})

/** A change that waited in this browser, or was on its way, and never gets to the server. It is kept until somebody has seen it. */
export interface LostChange extends z.infer<typeof lostChange> {
  readonly key: string
}

const writtenDown = z.object({
  operation: z.enum(['create', 'update', 'delete']),
  path: z.string(),
  content: z.optional(z.string()),
  removes: z.optional(z.array(z.string())),
})

const projectWrite = /^project:([^/.]+)(?:\/([^.]+))?\.(.+)$/

const listeners = new Set<() => void>()

/**
 * Keeps what a write of a project would have done in the place of its entry. One of which nothing is known is told of by whoever made it.
 * Returns false when there was no room for it: the entry stays as it is then.
 *
 * @param made what the page that made the write knows of it, for which there may have been no room either: it stays with the page then
 */
export function loseChange(writeKey: string, why: LostChange['why'], made?: WrittenDown): boolean {
  const [, project, database, id] = projectWrite.exec(writeKey.slice(pendingPrefix.length)) ?? []
  if (project === undefined || id === undefined) return true
  const kept = readWrittenDown(writeKey)
  const what = kept ?? made
  // A deletion that is refused leaves the document there, which says it.
  if (why === 'refused' && (what === undefined || what.operation === 'delete')) return true
  const place = [database, what?.path].filter((part) => part !== undefined).join(': ')
  const operation = what?.operation ?? 'unknown'
  const removes = what?.removes && [...what.removes]
  const change: z.infer<typeof lostChange> = { project, place, operation, content: what?.content, removes, why }
  if (kept !== undefined || made === undefined) return moveLost(writeKey, id, change)
  addLost(`${lostPrefix}${id}`, change)
  return true
}

/** What a write that waits does; undefined where nothing was written down. */
export function readWrittenDown(writeKey: string): z.infer<typeof writtenDown> | undefined {
  return readKeptJson(writeKey, (json) => writtenDown.safeParse(json).data)
}

/** Keeps what a save would have done that failed when its screen was left already. */
export function loseSave(
  project: string,
  database: string,
  { path, operation, content, removes = [] }: WrittenDown,
): void {
  const place = database === defaultDatabase ? path : `${database}: ${path}`
  const change: z.infer<typeof lostChange> = { project, place, operation, content, removes: [...removes], why: 'left' }
  addLost(`${lostPrefix}${crypto.randomUUID()}`, change)
}

/** All that waited to be saved in a project, and the drafts of its rules: it can't be entered any more. */
export function loseChangesOf(project: string): void {
  const ofProject = keptKeys(`${pendingPrefix}project:${project}`).filter(
    (key) => projectWrite.exec(key.slice(pendingPrefix.length))?.[1] === project,
  )
  pendingWrites.end(ofProject.filter((key) => loseChange(key, 'closed')))
  for (const key of keptKeys(rulesDraftPrefix)) {
    if (!key.endsWith(`.${project}`)) continue
    const draft = readKeptJson(key, (json) => z.object({ text: z.string() }).safeParse(json).data)
    const place = key.slice(rulesDraftPrefix.length, -project.length - 1)
    if (draft === undefined) keep(key, undefined)
    else moveLost(key, crypto.randomUUID(), { project, place, operation: 'rules', content: draft.text, why: 'closed' })
  }
}

/** What is kept under these keys. */
export function readLostChanges(keys: readonly string[]): readonly LostChange[] {
  return keys.flatMap((key) => {
    const change = lostOfPage.read(key) ?? readKeptJson(key, (json) => lostChange.safeParse(json).data)
    return change === undefined ? [] : [{ key, ...change }]
  })
}

/** As text, which is the same as long as the entries are. */
export function lostKeys(): string {
  return [...lostOfPage.keys, ...(isOwnKept() ? keptKeys(lostPrefix) : [])].toSorted().join('\n')
}

export function forgetLostChanges(keys: readonly string[]): void {
  lostOfPage.forget(keys)
  for (const key of keys) keep(key, undefined)
  tell()
}

export function subscribeToLostChanges(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(lostPrefix)) listener()
  }
  addEventListener('storage', hear)
  listeners.add(listener)
  return () => {
    removeEventListener('storage', hear)
    listeners.delete(listener)
  }
}

function addLost(key: string, change: z.infer<typeof lostChange>): void {
  // Among what another account left it would be theirs.
  if (!(isOwnKept() && keepJson(key, change))) lostOfPage.add(key, change)
  tell()
}

/** Tabs that lose the same write at the same time keep one entry of it. */
function moveLost(from: string, id: string, change: z.infer<typeof lostChange>): boolean {
  const key = `${lostPrefix}${id}`
  const isMoved = readKept(key) === undefined ? moveKept(from, key, change) : keep(from, undefined)
  tell()
  return isMoved
}

function tell(): void {
  for (const listener of listeners) listener()
}
