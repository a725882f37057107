import { join } from 'node:path'
import { type OnBroken, readFirebaseJson, readTextFile } from './firebase-json.ts'

export interface IndexSource {
  readonly database: string
  readonly path: string
  /** Undefined where there is no such file. */
  readonly content: string | undefined
}

/** The files of index declarations of a folder: `firebase.json` names them, else it is `firestore.indexes.json`. */
export async function readIndexSources(folder: string, onBroken: OnBroken): Promise<readonly IndexSource[]> {
  const { firestore } = await readFirebaseJson(folder, onBroken)
  return await Promise.all(
    firestore.map(async ({ database = '(default)', indexes = 'firestore.indexes.json' }) => {
      const path = join(folder, indexes)
      return { database, path, content: await readTextFile(path) }
    }),
  )
}
