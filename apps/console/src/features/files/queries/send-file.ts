import { FirebaseError } from 'firebase/app'
import { uploadBytesResumable, type UploadTask } from 'firebase/storage'
import * as z from 'zod/mini'
import { failureOf } from '../../../errors/failure.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { track } from '../../../telemetry/telemetry.ts'
import { fileChecksum } from '../../../uploads/checksum/file-checksum.ts'
import type { Sending, SendingListener } from '../../../uploads/upload.ts'
import { fileReference } from './file-reference.ts'

const mebibyte = 1024 * 1024

/**
 * Begins to send a file to a path. Its checksum goes along: what was damaged on the way is refused, and leaves nothing. What the
 * session may no longer, or not yet, is tried again with a new one, from the first byte.
 */
export function sendFile(project: ProjectSession, path: string, file: File, listener: SendingListener): Sending {
  const cancelled = new AbortController()
  let isPaused = false
  let task: UploadTask | undefined
  const begin = (md5Hash: string | undefined, failed: (error: Error) => void) => {
    if (cancelled.signal.aborted) return
    task = startTask(project, path, file, md5Hash, { ...listener, failed })
    if (isPaused) task.pause()
  }
  const beginAnew = async (md5Hash: string | undefined, error: Error) => {
    try {
      await project.renew()
    } catch (thrown) {
      // Who answers in the server's place there did so to the upload, too.
      return listener.failed(failureOf(thrown).reason === 'FOREIGN_ANSWER' && thrown instanceof Error ? thrown : error)
    }
    begin(md5Hash, listener.failed)
  }
  void fileChecksum(file, cancelled.signal)
    .catch(() => undefined)
    .then((md5Hash) => {
      begin(md5Hash, (error) => {
        if (isOfSession(error)) void beginAnew(md5Hash, error)
        else listener.failed(error)
      })
    })
  return {
    pause: () => {
      isPaused = true
      task?.pause()
    },
    resume: () => {
      isPaused = false
      task?.resume()
    },
    cancel: () => {
      cancelled.abort()
      if (task === undefined) return
      // The SDK cancels only what runs.
      task.resume()
      task.cancel()
      void dropSession(project, task)
    },
  }
}

function startTask(
  project: ProjectSession,
  path: string,
  file: File,
  md5Hash: string | undefined,
  listener: SendingListener,
): UploadTask {
  const task = uploadBytesResumable(fileReference(project, path), file, {
    ...(file.type !== '' && { contentType: file.type }),
    ...(md5Hash !== undefined && { md5Hash }),
  })
  task.on('state_changed', {
    next: ({ bytesTransferred }) => {
      project.noteUse()
      listener.progressed(bytesTransferred)
    },
    error: (error) => listener.failed(error),
    complete: () => {
      track({ name: 'file_upload', size_class: sizeClassOf(file.size) })
      listener.done()
    },
  })
  return task
}

/** The session is over, or its role is not enough: another one may do. */
function isOfSession(error: Error): boolean {
  return (
    error instanceof FirebaseError &&
    (error.code === 'storage/unauthenticated' || error.code === 'storage/unauthorized')
  )
}

/**
 * The SDK stops sending and doesn't tell the server, which would keep the first part for a day. The address of the upload is a private
 * field of its task (12.19); without it nothing was begun, or nothing is known of it.
 */
async function dropSession(
  project: ProjectSession,
  task: UploadTask & { readonly _uploadUrl?: string },
): Promise<void> {
  if (typeof task._uploadUrl !== 'string') return
  const { pathname, search } = new URL(task._uploadUrl)
  await project
    .call({
      method: 'POST',
      path: pathname + search,
      headers: { 'x-goog-upload-command': 'cancel' },
      answer: z.unknown(),
    })
    .catch(() => {
      // The server forgets the upload by itself after a day; there is nothing else to do about it.
    })
}

function sizeClassOf(bytes: number): 'small' | 'medium' | 'large' {
  if (bytes < mebibyte) return 'small'
  return bytes < 100 * mebibyte ? 'medium' : 'large'
}
