import { join } from 'node:path'
import type { ServiceName } from '@hearth/rules'
import { DEFAULT_DATABASE } from '../../documents/databases/database.ts'
import { type OnBroken, readFirebaseJson } from './firebase-json.ts'

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
