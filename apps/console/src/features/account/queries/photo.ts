import type { FirebaseApp } from 'firebase/app'
import { updateProfile, type User } from 'firebase/auth'
import {
  deleteObject,
  getDownloadURL,
  ref,
  uploadBytesResumable,
  type StorageReference,
  type UploadTask,
} from 'firebase/storage'
import { saveAccountFields } from '../../../shared/console-data/account-document.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import { storageOf } from '../../../backend/sdk/storage.ts'
import type { PictureType } from '@hearth/model/picture-type'

/** Starts to send a checked photo; the task tells how far it is and can be cancelled. */
export function uploadPhoto(app: FirebaseApp, uid: string, file: File, type: PictureType): UploadTask {
  return uploadBytesResumable(photoReference(app, uid), file, {
    contentType: type,
    cacheControl: 'private, max-age=3600',
    customMetadata: { uploadedBy: uid, originalName: file.name },
  })
}

/** Puts the link of what was uploaded into the user's record and the account's document. */
export async function linkPhoto(app: FirebaseApp, user: User): Promise<void> {
  const reference = photoReference(app, user.uid)
  const photoURL = await getDownloadURL(reference)
  await updateProfile(user, { photoURL })
  await saveAccountFields(app, user.uid, { photoURL, photoPath: reference.fullPath })
}

/** Takes the photo off the record, then the file away. */
export async function removePhoto(app: FirebaseApp, user: User): Promise<void> {
  await updateProfile(user, { photoURL: '' })
  await saveAccountFields(app, user.uid, { photoURL: null, photoPath: null })
  await deletePhotoFile(app, user.uid)
}

/** Deletes the file, if there is one. */
export async function deletePhotoFile(app: FirebaseApp, uid: string): Promise<void> {
  try {
    await deleteObject(photoReference(app, uid))
  } catch (thrown) {
    if (failureOf(thrown).code !== 'storage/object-not-found') throw thrown
  }
}

function photoReference(app: FirebaseApp, uid: string): StorageReference {
  return ref(storageOf(app), `accounts/${uid}/photo`)
}
