/** The thread that writes contents to their files and takes their digests meanwhile, so that the main thread does neither. */
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { freeBytes } from '../../lib/free-bytes.ts'
import type { ContentReply, ContentRequest } from './content-threads.ts'
import { RunningDigest } from '../running-digest.ts'

interface Content {
  readonly digest: RunningDigest
  untoldBytes: number
  failure: { code: string; message: string } | undefined
}

/** Told of at once: fewer messages for the main thread. */
const TOLD_BYTES = 128 * 1024

const contents = new Map<number, Content>()
const port = parentPort
if (port === null) throw new Error('This is a thread of the server.')
port.on('message', handle)

function reply(message: ContentReply): void {
  port?.postMessage(message)
}

function handle(request: ContentRequest): void {
  const { kind, content: id } = request
  let content = contents.get(id)
  if (content === undefined) {
    content = { digest: new RunningDigest(), untoldBytes: 0, failure: undefined }
    contents.set(id, content)
  }
  switch (kind) {
    case 'write':
      write(request, content)
      return
    case 'settle':
      reply({ kind: 'settled', content: id, failure: content.failure })
      content.failure = undefined
      content.untoldBytes = 0
      return
    case 'finish':
      contents.delete(id)
      reply({ kind: 'finished', content: id, ...content.digest.finish() })
      return
    case 'drop':
      contents.delete(id)
  }
}

function write({ content: id, fd, position, bytes }: ContentRequest & { kind: 'write' }, content: Content): void {
  const { length } = bytes
  if (content.failure === undefined) {
    try {
      for (let written = 0; written < length;) {
        written += writeSync(fd, bytes, written, length - written, position + written)
      }
      content.digest.update(bytes)
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      content.failure = { code, message }
    }
  }
  freeBytes(bytes)
  content.untoldBytes += length
  if (content.untoldBytes < TOLD_BYTES) return
  reply({ kind: 'written', content: id, bytes: content.untoldBytes })
  content.untoldBytes = 0
}
