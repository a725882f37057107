import { join } from 'node:path'
import type { ServiceName } from '@hearth/rules'
import { type OnBroken, readFirebaseJson } from '../firebase-json.ts'

/** Where the rules of a folder are: `firebase.json` names the files, else they are `firestore.rules` and `storage.rules`. */
export async function sourcePaths(folder: string, onBroken: OnBroken): Promise<Record<ServiceName, string>> {
  const { firestore, storage } = await readFirebaseJson(folder, onBroken)
  const ofDefault = firestore.find(({ database = '(default)' }) => database === '(default)')
  return {
    'cloud.firestore': join(folder, ofDefault?.rules ?? 'firestore.rules'),
    'firebase.storage': join(folder, storage.rules ?? 'storage.rules'),
  }
}
