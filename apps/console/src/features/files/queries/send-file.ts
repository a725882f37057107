import { getUsage } from '@hearth/api'
import { FirebaseError } from 'firebase/app'
import { uploadBytesResumable, type UploadTask } from 'firebase/storage'
import * as z from 'zod/mini'
import { callApi } from '../../../backend/api/call-api.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import { NoRoom } from '../../../backend/errors/no-room.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { ProjectSessions } from '../../../backend/sdk/project-sessions.ts'
import { track } from '../../../backend/telemetry.ts'
import { fileChecksum } from '../checksum/file-checksum.ts'
import type { Sending, SendingListener } from '../../../shared/uploads/upload.ts'
import { fileReference } from './file-address.ts'

const mebibyte = 1024 * 1024

/**
 * Begins to send a file to a path. Its checksum goes along: what was damaged on the way is refused, and leaves nothing. What the
 * session may no longer, or not yet, is tried again with a new one, from the first byte.
 */
export function sendFile(
  projects: ProjectSessions,
  id: string,
  path: string,
  file: File,
  listener: SendingListener,
): Sending {
  const cancelled = new AbortController()
  let isPaused = false
  let entered: ProjectSession | undefined
  let task: UploadTask | undefined

  const send = async () => {
    const checksum = fileChecksum(file, cancelled.signal).catch(() => undefined)
    const project = await projects.enter(id)
    entered = project
    const md5Hash = await checksum
    const begin = (failed: (error: Error) => Promise<void>) => {
      if (cancelled.signal.aborted) return
      task = startTask(project, path, file, md5Hash, { ...listener, failed: (error) => void failed(error) })
      if (isPaused) task.pause()
    }
    begin(async (error) => {
      if (!isOfSession(error)) return await end(project, file, error, listener)
      const renewed = project.whenRenewed()
      try {
        await project.renew()
        return begin(async (again) => await end(project, file, again, listener))
      } catch (thrown) {
        if (isForGood(thrown)) return listener.failed(thrown)
      }
      await end(project, file, error, listener, renewed)
      await projects.check(id)
    })
  }
  send().catch(listener.failed)
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
      if (task === undefined || entered === undefined) return
      // The SDK cancels only what runs.
      task.resume()
      task.cancel()
      void dropSession(entered, task)
    },
  }
}

/**
 * Tells how it ended: what somebody can do something about is held.
 *
 * @param mended resolves when a session may do it again
 */
async function end(
  project: ProjectSession,
  file: File,
  error: Error,
  listener: SendingListener,
  mended = project.whenRenewed(),
): Promise<void> {
  const { kind } = reactionTo(error)
  if (kind === 'sign-in-again') return listener.held(error, mended)
  if (kind !== 'quota') return listener.failed(error)
  // The SDK reads the status alone, and not what the server says about its room.
  const usage = await callApi(getUsage, { project: project.id }, project).catch(() => undefined)
  const known = usage === undefined ? undefined : new NoRoom(file.size, usage)
  if (known?.isTooLarge === true) listener.failed(known)
  else listener.held(known ?? error)
}

/** No renewal comes after it where the project is closed to the user, and where somebody answers in the server's place it may be long. */
function isForGood(thrown: unknown): boolean {
  const { kind } = reactionTo(thrown)
  return kind === 'denied' || kind === 'gone' || failureOf(thrown).reason === 'FOREIGN_ANSWER'
}

function startTask(
  project: ProjectSession,
  path: string,
  file: File,
  md5Hash: string | undefined,
  listener: Pick<SendingListener, 'progressed' | 'done'> & { failed(error: Error): void },
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
