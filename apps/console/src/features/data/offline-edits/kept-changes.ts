import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { decodeFields, encodeFields } from '../../../documents/values/wire-value.ts'
import { isKeptForUs } from '../../../firebase/kept-owner.ts'
import { keep, keepJson, keptKey, keptKeys, readKeptJson } from '../../../firebase/kept-storage.ts'
import type { Change } from '../draft/changes.ts'

/**
 * `edit`: what a waiting edit changed, with what was there when it was made. `overwritten`: the way back from one that took the place of
 * somebody else's.
 */
export type KeptKind = 'edit' | 'overwritten'

/** Changes of a document that this browser keeps, an entry each, so that its tabs don't overwrite each other's. */
export interface KeptChanges {
  readonly key: string
  /** Of the document. */
  readonly path: string
  readonly changes: readonly Change[]
  /** Of an edit: a time shortly before it, by the server's clock, in milliseconds since the epoch. Undefined: nobody knew one. */
  readonly since?: number | undefined
}

const keptChanges = z.object({
  path: z.string(),
  since: z.optional(z.number()),
  changes: z.array(
    z.object({
      path: z.array(z.string()).check(z.minLength(1)),
      /** `was` and `value`, each where there is one, as the REST protocol writes them. */
      values: z.record(z.string(), z.unknown()),
    }),
  ),
})

const listeners = new Set<() => void>()

/**
 * Returns the key of the entry.
 *
 * @param id of the edit, which is also that of its write and of what it overwrote
 */
export function keepChanges(
  kind: KeptKind,
  database: ProjectDatabase,
  { path, changes, since }: Omit<KeptChanges, 'key'>,
  id: string = crypto.randomUUID(),
): string {
  const entry: z.infer<typeof keptChanges> = {
    path,
    ...(since !== undefined && { since }),
    changes: changes.map(({ path: field, was, value }) => ({
      path: [...field],
      values: encodeFields(new Map(Object.entries(present({ was, value }))), database.root),
    })),
  }
  const key = keyOf(kind, database, id)
  // A tab that goes without what this browser keeps adds nothing to it.
  if (isKeptForUs()) keepJson(key, entry)
  tell()
  return key
}

export function listChanges(kind: KeptKind, database: ProjectDatabase): readonly KeptChanges[] {
  return keysOf(kind, database).flatMap((key) => {
    const entry = readKeptJson(key, (json) => keptChanges.safeParse(json).data)
    if (entry === undefined) return []
    const changes = entry.changes.map(({ path, values }): Change => {
      const { was, value } = Object.fromEntries(decodeFields(values, database.root))
      return { path, was, value }
    })
    return [{ key, path: entry.path, changes, since: entry.since }]
  })
}

/** The databases of a project with entries. */
export function databasesWith(kind: KeptKind, project: string): readonly string[] {
  const keys = oursAmong(prefixOf(kind)).filter((key) => key.endsWith(suffixOf(project)))
  return [...new Set(keys.map((key) => key.slice(prefixOf(kind).length).split('.')[0] ?? ''))]
}

export function idOf({ key }: KeptChanges): string {
  return key.split('.').at(-2) ?? ''
}

export function forgetChanges(key: string): void {
  keep(key, undefined)
  tell()
}

export function useOverwritten(database: ProjectDatabase): readonly KeptChanges[] {
  // As text, which is the same as long as the entries are.
  const keys = useSyncExternalStore(subscribe, () => keysOf('overwritten', database).join('\n'))
  return useMemo(() => (keys === '' ? [] : listChanges('overwritten', database)), [keys, database])
}

function present(values: Record<string, TypedValue | undefined>): Record<string, TypedValue> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, TypedValue] => entry[1] !== undefined),
  )
}

function keysOf(kind: KeptKind, { project, id }: ProjectDatabase): readonly string[] {
  return oursAmong(`${prefixOf(kind)}${id}.`).filter((key) => key.endsWith(suffixOf(project.id)))
}

function oursAmong(prefix: string): readonly string[] {
  return isKeptForUs() ? keptKeys(prefix) : []
}

function keyOf(kind: KeptKind, { project, id: database }: ProjectDatabase, id: string): string {
  return `${prefixOf(kind)}${database}.${id}${suffixOf(project.id)}`
}

function prefixOf(kind: KeptKind): string {
  return keptKey(`${kind}.`)
}

/** `forgetProject` knows what is kept of a project by the end of its key. */
function suffixOf(project: string): string {
  return `.${project}`
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(prefixOf('overwritten'))) tell()
  }
  addEventListener('storage', hear)
  listeners.add(listener)
  return () => {
    removeEventListener('storage', hear)
    listeners.delete(listener)
  }
}
