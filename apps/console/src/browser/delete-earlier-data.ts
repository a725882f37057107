import { keep, keptKey, keptKeys, readKept } from './kept-storage.ts'

/** The SDK's databases of documents, by the names that it gave those of the console's app and of the projects' apps. */
const databases = /^firestore\/(\[DEFAULT\]\/console|project:[^/]+\/[^/]+)\/main$/
/** The SDK's notes between tabs, and the sessions of projects. */
const notes = /^(firestore_\w+_(firestore\/)?(\[DEFAULT\]|project:)|firebase:authUser:.*:project:)/
const kinds = [
  'write',
  'edit',
  'overwritten',
  'lost',
  'left',
  'others-gone',
  'grant',
  'collections',
  'databases',
  'uploads',
]
/** Every earlier console wrote it when it was opened. It goes last, so that what was not deleted is deleted by the next page. */
const sign = 'hearth.console'

/**
 * Deletes what consoles before decision 0102 kept in this browser, once: their documents and what waited to be written would stay on a shared
 * machine for good, because nothing reads them any more.
 */
export async function deleteEarlierData(): Promise<void> {
  if (readKept(sign) === undefined) return
  const isEarlier = (key: string): boolean =>
    notes.test(key) || kinds.some((kind) => key === keptKey(kind) || key.startsWith(keptKey(`${kind}.`)))
  for (const key of keptKeys('').filter(isEarlier)) keep(key, undefined)
  for (const key of ['hearth.heard', 'hearth.server-time']) keep(key, undefined)
  const listed = await globalThis.indexedDB?.databases?.()
  const names = listed?.map(({ name = '' }) => name).filter((name) => databases.test(name)) ?? []
  await Promise.all(names.map(deleteDatabase))
  keep(sign, undefined)
}

/** A page of an earlier console that is still open holds it up until it is closed. */
async function deleteDatabase(name: string): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', resolve)
    request.addEventListener('error', () => reject(request.error ?? new Error(`${name} was not deleted.`)))
  })
}
