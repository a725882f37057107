import type { FirebaseApp } from 'firebase/app'
import { deleteObject, getDownloadURL, ref, uploadBytesResumable, type UploadTask } from 'firebase/storage'
import { setProjectIcon } from './project-document.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import { storageOf } from '../../../backend/sdk/storage.ts'
import type { PictureType } from '@hearth/model/picture-type'

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
