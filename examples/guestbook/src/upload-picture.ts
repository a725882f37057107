import { getDownloadURL, ref, uploadBytesResumable, type UploadTask } from 'firebase/storage'
import type { Picture } from './entries.ts'
import { storage } from './firebase.ts'

export interface PictureUpload {
  readonly done: Promise<Picture>
  cancel(): void
}

/** Uploads into the user's own folder. `onProgress` is told the part that is there, 0 to 1. */
export function uploadPicture(uid: string, file: File, onProgress: (part: number) => void): PictureUpload {
  const path = `pictures/${uid}/${crypto.randomUUID()}`
  const task = uploadBytesResumable(ref(storage, path), file, { contentType: file.type })
  task.on('state_changed', ({ bytesTransferred, totalBytes }) => onProgress(bytesTransferred / totalBytes))
  return { done: finish(task, path), cancel: () => void task.cancel() }
}

async function finish(task: UploadTask, path: string): Promise<Picture> {
  const { ref: uploaded } = await task
  return { path, url: await getDownloadURL(uploaded) }
}
