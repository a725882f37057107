import { StatusError } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'

/** How a project treats its files, as its owner says. A restore leaves it as it is. */
export const FILE_SETTINGS_SPACE = 'file-settings'
const KEY = 'settings'

export interface FileSettings {
  /** Whether programs and the team may make single files public, and whether such files are. */
  readonly publicFiles: boolean
}

/** Everybody, as access lists name them. */
export const EVERYBODY = 'allUsers'

/** Asked of the store each time: what an owner takes back is over with the next request. */
export async function readFileSettings(store: ProjectStore, isPublicByDefault: boolean): Promise<FileSettings> {
  const stored = await store.getRecord(FILE_SETTINGS_SPACE, KEY)
  return stored === undefined ? { publicFiles: isPublicByDefault } : (JSON.parse(stored.value) as FileSettings)
}

export async function writeFileSettings(store: ProjectStore, settings: FileSettings): Promise<void> {
  await store.commit({ records: [{ space: FILE_SETTINGS_SPACE, key: KEY, value: JSON.stringify(settings) }] })
}

export function isPublic({ readers }: Pick<FileObject, 'readers'>): boolean {
  return readers?.includes(EVERYBODY) === true
}

/**
 * Who may read a file after an upload or an update that may say so. What users and visitors say is left out. Throws
 * `failed-precondition`/`PUBLIC_FILES_OFF` for a file that is to be public in a project whose owner has not allowed it.
 */
export async function readersAfter(
  current: FileObject['readers'],
  { isPublic: wanted }: SettableMetadata,
  caller: Caller,
  settings: () => Promise<FileSettings>,
): Promise<FileObject['readers']> {
  if (wanted === undefined || isUnderRules(caller)) return current
  if (!wanted) return undefined
  if ((await settings()).publicFiles) return [EVERYBODY]
  const message =
    'Public files are off in this project: its owner turns them on (Settings, or PATCH /hearth/v1/projects/P/files/settings). Nothing was stored or changed.'
  throw new StatusError('failed-precondition', 'PUBLIC_FILES_OFF', message)
}
