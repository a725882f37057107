import { join } from 'node:path'
import type { ServiceName } from '@hearth/rules'
import { type OnBroken, readFirebaseJson } from '../firebase-json.ts'

/** Where the rules of a service are looked for. */
export interface SourcePath {
  readonly path: string
  /** As `firebase.json` says it; undefined where it says nothing. */
  readonly named: string | undefined
}

/** Where the rules of a folder are: `firebase.json` names the files, from its own folder on, else they are `firestore.rules` and `storage.rules`. */
export async function sourcePaths(folder: string, onBroken: OnBroken): Promise<Record<ServiceName, SourcePath>> {
  const { firestore, storage } = await readFirebaseJson(folder, onBroken)
  const ofDefault = firestore.find(({ database = '(default)' }) => database === '(default)')
  const pathOf = (named: string | undefined, otherwise: string): SourcePath => ({
    path: join(folder, named ?? otherwise),
    named,
  })
  return {
    'cloud.firestore': pathOf(ofDefault?.rules, 'firestore.rules'),
    'firebase.storage': pathOf(storage.rules, 'storage.rules'),
  }
}
