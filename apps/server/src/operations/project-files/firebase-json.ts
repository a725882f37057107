import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseCommentedJson } from '../../lib/outside-json.ts'
import type { ServiceName } from '@hearth/rules'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'

const FILE_BYTES_MAX = 1024 * 1024

const firestoreEntry = z.object({
  database: z.string().optional(),
  rules: z.string().optional(),
  indexes: z.string().optional(),
})

const storageEntry = z.object({ rules: z.string().optional() })

const configuration = z.object({
  // With several databases the vendor's command line has a list, one entry for each.
  firestore: z.union([firestoreEntry, z.array(firestoreEntry)]).optional(),
  // With several buckets it has a list, too. A project has one here: the first entry counts.
  storage: z.union([storageEntry, z.array(storageEntry)]).optional(),
})

export interface FirebaseJson {
  /** One entry for each database that is named, the default one when none is. */
  readonly firestore: readonly z.infer<typeof firestoreEntry>[]
  readonly storage: z.infer<typeof storageEntry>
}

/** Told what is wrong with a `firebase.json`, in one line, and its content. */
export type OnBroken = (cause: string, text: string) => void

/** What the `firebase.json` of a folder says, as far as Hearth reads it. Nothing when there is none, or a broken one. */
export async function readFirebaseJson(folder: string, onBroken: OnBroken): Promise<FirebaseJson> {
  const text = await readTextFile(join(folder, 'firebase.json'))
  const nothing: FirebaseJson = { firestore: [{}], storage: {} }
  if (text === undefined) return nothing
  try {
    const { firestore = {}, storage = {} } = configuration.parse(parseCommentedJson(text))
    return { firestore: Array.isArray(firestore) ? firestore : [firestore], storage: [storage].flat()[0] ?? {} }
  } catch (error) {
    onBroken(sentenceOf(error), text)
    return nothing
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  }
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error)
}

/** Undefined when there is no such file. What can't be read, or is too large, is empty. */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(path)
    return bytes.length > FILE_BYTES_MAX ? '' : bytes.toString()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
  }
}

/** Where rules are looked for. */
export interface SourcePath {
  readonly service: ServiceName
  /** The one whose documents they are for; of files the default one. */
  readonly database: string
  readonly path: string
  /** As `firebase.json` says it; undefined where it says nothing. */
  readonly named: string | undefined
}

/**
 * Where the rules of a folder are: `firebase.json` names the files, from its own folder on, else they are `firestore.rules` and
 * `storage.rules`. Those of the default database come first; other databases have rules of their own where `firebase.json` names some.
 */
export async function sourcePaths(folder: string, onBroken: OnBroken): Promise<SourcePath[]> {
  const { firestore, storage } = await readFirebaseJson(folder, onBroken)
  const pathOf = (service: ServiceName, database: string, named: string | undefined, otherwise = ''): SourcePath => ({
    service,
    database,
    path: join(folder, named ?? otherwise),
    named,
  })
  const ofDefault = firestore.find(({ database = DEFAULT_DATABASE }) => database === DEFAULT_DATABASE)
  const others = new Map<string, SourcePath>()
  for (const { database = DEFAULT_DATABASE, rules } of firestore) {
    if (database === DEFAULT_DATABASE || rules === undefined) continue
    others.set(database, pathOf('cloud.firestore', database, rules))
  }
  return [
    pathOf('cloud.firestore', DEFAULT_DATABASE, ofDefault?.rules, 'firestore.rules'),
    pathOf('firebase.storage', DEFAULT_DATABASE, storage.rules, 'storage.rules'),
    ...others.values(),
  ]
}
