import type { FileHandle } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { ContentWriter } from './content-writer.ts'

/**
 * What the main thread asks of the thread that writes contents; `content` is a number of the main thread's choice. They are done in
 * their order.
 */
export type ContentRequest =
  | {
      readonly kind: 'write'
      readonly content: number
      readonly fd: number
      readonly position: number
      readonly bytes: Uint8Array<ArrayBuffer>
    }
  /** Answered when what was asked before is written. */
  | { readonly kind: 'settle'; readonly content: number }
  /** The content is forgotten with its answer. */
  | { readonly kind: 'finish'; readonly content: number }
  | { readonly kind: 'drop'; readonly content: number }

export type ContentReply =
  /** Bytes written since the last of these. */
  | { readonly kind: 'written'; readonly content: number; readonly bytes: number }
  /** `failure`: why something was not written, since the last of these. */
  | {
      readonly kind: 'settled'
      readonly content: number
      readonly failure: { code: string; message: string } | undefined
    }
  | { readonly kind: 'finished'; readonly content: number; readonly md5: string; readonly crc32c: string }

const THREAD_COUNT = 2
/** Of one content, sent to its thread and not written yet. */
const UNDER_WAY_BYTES_MAX = 512 * 1024

/** The main thread's end of the threads that write contents. They start with the first content and end with `close`. */
export class ContentThreads {
  readonly #workers: (Worker | undefined)[] = Array.from({ length: THREAD_COUNT })
  readonly #writers = new Map<number, ThreadContentWriter>()
  #lastContent = 0

  open(): ContentWriter {
    const content = ++this.#lastContent
    const place = content % THREAD_COUNT
    const worker = (this.#workers[place] ??= this.#start(place))
    const writer = new ThreadContentWriter(content, worker, () => this.#writers.delete(content))
    this.#writers.set(content, writer)
    return writer
  }

  async close(): Promise<void> {
    for (const worker of this.#workers.splice(0)) await worker?.terminate()
  }

  #start(place: number): Worker {
    const worker = new Worker(new URL('./start-content-worker.mjs', import.meta.url), {
      name: `hearth-content-${place + 1}`,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    worker.unref()
    worker.on('message', (reply: ContentReply) => this.#writers.get(reply.content)?.receive(reply))
    const fail = (error: Error): void => {
      if (this.#workers[place] === worker) this.#workers[place] = undefined
      for (const writer of this.#writers.values()) if (writer.worker === worker) writer.fail(error)
    }
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => fail(new Error('A thread that writes contents has ended.')))
    return worker
  }
}

class ThreadContentWriter implements ContentWriter {
  readonly worker: Worker
  readonly #content: number
  readonly #forget: () => void
  #sizeBytes = 0
  #underWayBytes = 0
  /** Whether it is known of all that was sent if it is written; that nothing is under way tells no failure. */
  #isSettled = true
  /** Who waits for the next reply, of which there is one at most. */
  #waiting: PromiseWithResolvers<ContentReply> | undefined
  #failure: Error | undefined

  constructor(content: number, worker: Worker, forget: () => void) {
    this.#content = content
    this.worker = worker
    this.#forget = forget
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  async write(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
    while (this.#underWayBytes >= UNDER_WAY_BYTES_MAX) await this.#reply()
    if (this.#failure !== undefined) throw this.#failure
    const bytes = owned(chunk)
    this.#sizeBytes += bytes.length
    this.#underWayBytes += bytes.length
    this.#isSettled = false
    this.#send({ kind: 'write', content: this.#content, fd: file.fd, position, bytes }, [bytes.buffer])
  }

  async settle(): Promise<void> {
    if (this.#isSettled) return
    const { failure } = await this.#ask('settle', 'settled')
    this.#underWayBytes = 0
    this.#isSettled = true
    if (failure === undefined) return
    this.#failure = Object.assign(new Error(failure.message), { code: failure.code })
    // Nothing goes on at this size.
    this.#sizeBytes = -1
    throw this.#failure
  }

  async finish(): Promise<{ md5: string; crc32c: string }> {
    const { md5, crc32c } = await this.#ask('finish', 'finished')
    this.#forget()
    return { md5, crc32c }
  }

  drop(): void {
    this.#send({ kind: 'drop', content: this.#content })
    this.#forget()
  }

  receive(reply: ContentReply): void {
    if (reply.kind === 'written') this.#underWayBytes -= reply.bytes
    this.#waiting?.resolve(reply)
    this.#waiting = undefined
  }

  fail(error: Error): void {
    this.#failure = error
    this.#sizeBytes = -1
    this.#waiting?.reject(error)
    this.#waiting = undefined
    this.#forget()
  }

  async #ask<K extends ContentReply['kind']>(
    kind: 'settle' | 'finish',
    answer: K,
  ): Promise<ContentReply & { kind: K }> {
    this.#send({ kind, content: this.#content })
    for (;;) {
      const reply = await this.#reply()
      if (reply.kind === answer) return reply as ContentReply & { kind: K }
    }
  }

  async #reply(): Promise<ContentReply> {
    if (this.#failure !== undefined) throw this.#failure
    this.#waiting ??= Promise.withResolvers<ContentReply>()
    return await this.#waiting.promise
  }

  #send(request: ContentRequest, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(request, transfer)
  }
}

/** Bytes that can be handed over: a copy where they share their memory with others. */
function owned(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = chunk
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return chunk as Uint8Array<ArrayBuffer>
  return new Uint8Array(chunk)
}
