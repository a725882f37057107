import type { FirebaseApp } from 'firebase/app'
import { type FieldChange, update } from '../../../documents/commit.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { commitToConsole } from '../../../shared/console-data/console-database.ts'
import { deleteObject, getDownloadURL, ref, uploadBytesResumable, type UploadTask } from 'firebase/storage'
import { failureOf } from '../../../backend/errors/failure.ts'
import { storageOf } from '../../../backend/sdk/storage.ts'
import type { PictureType } from '@hearth/model/picture-type'

/** Changes the document of a project, which is there. Throws what `commitToConsole` does. */
export async function changeProjectDocument(
  app: FirebaseApp,
  project: string,
  changes: readonly FieldChange[],
): Promise<void> {
  const updatedAt: FieldChange = { path: ['updatedAt'], value: { kind: 'server-time' } }
  await commitToConsole(app, (database) => [
    update(database, `projects/${project}`, [...changes, updatedAt], { exists: true }),
  ])
}

/** Gives a project another name; its owners may. Throws `permission-denied` for everybody else. */
export async function renameProject(app: FirebaseApp, project: string, name: string): Promise<void> {
  await changeProjectDocument(app, project, [{ path: ['name'], value: { kind: 'string', value: name } }])
}

/** Gives a project an icon, or takes it off with nulls; its owners may. Throws `permission-denied` for everybody else. */
async function setProjectIcon(
  app: FirebaseApp,
  project: string,
  { iconURL, iconPath }: { readonly iconURL: string | null; readonly iconPath: string | null },
): Promise<void> {
  await changeProjectDocument(app, project, [
    { path: ['iconURL'], value: textOrNull(iconURL) },
    { path: ['iconPath'], value: textOrNull(iconPath) },
  ])
}

function textOrNull(value: string | null): TypedValue {
  return value === null ? { kind: 'null' } : { kind: 'string', value }
}

/** Starts to send a checked icon; `uploadedBy` is the uid of who does. */
export function uploadIcon(
  app: FirebaseApp,
  project: string,
  { file, type, uploadedBy }: { readonly file: File; readonly type: PictureType; readonly uploadedBy: string },
): UploadTask {
  return uploadBytesResumable(iconOf(app, project), file, {
    contentType: type,
    cacheControl: 'private, max-age=3600',
    customMetadata: { uploadedBy, originalName: file.name },
  })
}

/** Puts the link of what was uploaded into the project's document. */
export async function linkIcon(app: FirebaseApp, project: string): Promise<void> {
  const icon = iconOf(app, project)
  await setProjectIcon(app, project, { iconURL: await getDownloadURL(icon), iconPath: icon.fullPath })
}

/** Takes the icon off the document, then the file away. */
export async function removeIcon(app: FirebaseApp, project: string): Promise<void> {
  await setProjectIcon(app, project, { iconURL: null, iconPath: null })
  try {
    await deleteObject(iconOf(app, project))
  } catch (thrown) {
    if (failureOf(thrown).code !== 'storage/object-not-found') throw thrown
  }
}

function iconOf(app: FirebaseApp, project: string) {
  return ref(storageOf(app), `projects/${project}/icon`)
}
