import { mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { encodeRequestLine, type RequestLine } from '../http/request-line.ts'
import type { Clock, Log } from '../lib/ambient.ts'
import { dropSegments, listSegments, pathOfSegment } from './log-segments.ts'
import { type LogQuery, type LoggedPage, readRequestLog } from './read-request-log.ts'

/** Of one file. */
const SEGMENT_BYTES_MAX = 4 * 1024 * 1024
/** So many files make the whole. */
const SEGMENTS_MAX = 8
/** A process that is started again and again leaves many files that are smaller. */
const FILES_MAX = 64
const WRITE_AFTER_MS = 500
/** Characters that are written at once, before that time. */
const BATCH_LENGTH_MIN = 128 * 1024
/** Characters that wait to be written; lines beyond them are left out, and counted. */
const HELD_LENGTH_MAX = 1024 * 1024
/** Asking for the log is not in it: a page that follows it would only see itself. */
const ownPath = /^\/hearth\/v1\/projects\/[^/]+\/request-log$/

export interface RequestLogOptions {
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** 4 MiB unless said; all of it is eight times as much. */
  readonly segmentBytesMax?: number
}

/**
 * Keeps the last requests of the server as lines of a few files, the same lines that the process writes to its standard error. They are gathered and
 * appended half a second later, so that no request waits for them; a process that is killed loses what had gathered, and a line that it wrote by half
 * is passed over. Each process begins a file of its own.
 */
export class RequestLog {
  readonly #options: RequestLogOptions
  #held = ''
  #lost = 0
  #isWriting = false
  #isFailing = false
  #isClosed = false
  #segment: number
  #file: FileHandle | undefined
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  /** Throws node's error where the folder can't be made. */
  constructor(options: RequestLogOptions) {
    this.#options = options
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
    this.#segment = (listSegments(options.folder).at(-1) ?? 0) + 1
  }

  /** Must not throw and does not wait. */
  record(line: RequestLine): void {
    if (this.#isClosed || ownPath.test(line.path)) return
    if (this.#held.length >= HELD_LENGTH_MAX) {
      this.#lost++
      return
    }
    this.#held += encodeRequestLine(line, this.#options.clock.nowMs())
    if (this.#held.length >= BATCH_LENGTH_MIN && !this.#isWriting) void this.#write()
    else this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS).unref()
  }

  /** What was recorded of a project, the newest first. */
  async list(project: string, query: LogQuery): Promise<LoggedPage> {
    await this.#write()
    return await readRequestLog(this.#options.folder, project, query)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#write()
    await this.#file?.close()
    this.#file = undefined
  }

  /** Resolves when what was recorded so far is written, or could not be. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#held !== '') this.#writing = this.#writing.then(async () => await this.#appendHeld())
    await this.#writing
  }

  /** Takes what is held when its turn has come: all that waits is held, and bounded. */
  async #appendHeld(): Promise<void> {
    const lines = this.#held
    this.#held = ''
    this.#isWriting = true
    if (lines !== '') await this.#append(lines)
    this.#isWriting = false
  }

  async #append(lines: string): Promise<void> {
    const { folder, log, segmentBytesMax = SEGMENT_BYTES_MAX } = this.#options
    const batch = Buffer.from(lines)
    try {
      if (this.#file !== undefined && this.#bytes + batch.length > segmentBytesMax) await this.#endSegment()
      if (this.#file === undefined) {
        dropSegments(folder, { countMax: FILES_MAX - 1, bytesMax: (SEGMENTS_MAX - 1) * segmentBytesMax })
        this.#file = await open(pathOfSegment(folder, this.#segment), 'a', 0o600)
      }
      await this.#file.appendFile(batch)
      this.#bytes += batch.length
      if (this.#lost > 0) log.warn({ lost: this.#lost }, 'requests are missing in the request log')
      this.#lost = 0
      this.#isFailing = false
    } catch (err) {
      this.#lost += lines.split('\n').length - 1
      // A line may be there by half: what comes next begins a file.
      await this.#endSegment().catch(() => undefined)
      // Said once, until it goes again.
      if (!this.#isFailing) log.error({ err }, 'the request log could not be written')
      this.#isFailing = true
    }
  }

  async #endSegment(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#segment++
    this.#bytes = 0
    await file?.close()
  }
}
