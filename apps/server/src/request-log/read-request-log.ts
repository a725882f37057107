import { type FileHandle, open } from 'node:fs/promises'
import { Turn } from '../lib/turn.ts'
import { listSegments, pathOfSegment } from './log-segments.ts'

const CHUNK_BYTES = 256 * 1024
const LINE_FEED = 10

/** A request as the log has it. */
export interface LoggedRequest {
  readonly id: string
  /** Milliseconds since the epoch, when its answer had ended. */
  readonly time: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly project?: string
  readonly uid?: string
  readonly operation?: string
  readonly reason?: string
  readonly isCut?: boolean
}

export interface LogFilter {
  readonly id?: string | undefined
  readonly method?: string | undefined
  /** From one to another, both in it. */
  readonly status?: readonly [from: number, to: number] | undefined
  /** What the path begins with. */
  readonly path?: string | undefined
  readonly uid?: string | undefined
  /** Of the console and its tools (`/hearth/`), or of all others. */
  readonly source?: 'apps' | 'console' | undefined
  /** That it took so long at least. */
  readonly minMs?: number | undefined
  /** Milliseconds since the epoch: of this time and later, and before that. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** A place between two lines: in which file, and at which of its bytes. */
export interface LogPlace {
  readonly segment: number
  readonly offset: number
}

export interface LogQuery extends LogFilter {
  readonly pageSize: number
  /** What was written before it. */
  readonly before?: LogPlace | undefined
  /** What was written after it. */
  readonly after?: LogPlace | undefined
}

export interface LoggedPage {
  /** The newest first. */
  readonly entries: readonly LoggedRequest[]
  /** Behind the newest line that there was; what comes later comes after it. */
  readonly newest: LogPlace
  /** What to go on `before`; undefined where nothing older is left. */
  readonly next: LogPlace | undefined
}

/** Looks through the files from their end, in turns. A line that is there by half is none. */
export async function readRequestLog(folder: string, project: string, query: LogQuery): Promise<LoggedPage> {
  const { pageSize, before, after } = query
  const needle = Buffer.from(`"project":${JSON.stringify(project)}`)
  const entries: LoggedRequest[] = []
  let newest: LogPlace | undefined
  const turn = new Turn()
  for (const segment of listSegments(folder).toReversed()) {
    if (before !== undefined && segment > before.segment) continue
    if (after !== undefined && segment < after.segment) break
    const file = await openIfThere(pathOfSegment(folder, segment))
    // It was the oldest and is gone meanwhile.
    if (file === undefined) break
    try {
      const { size } = await file.stat()
      const end = segment === before?.segment ? Math.min(size, before.offset) : size
      const begin = segment === after?.segment ? after.offset : 0
      newest ??= { segment, offset: end }
      for await (const { line, offset } of linesBackwards(file, { begin, end, needle, turn })) {
        const entry = parse(line)
        if (entry?.project !== project || !matches(entry, query)) continue
        entries.push(entry)
        if (entries.length >= pageSize) return { entries, newest, next: { segment, offset } }
      }
    } finally {
      await file.close()
    }
  }
  return { entries, newest: newest ?? after ?? { segment: 0, offset: 0 }, next: undefined }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The whole lines between two places that hold the needle, the last one first, each with the place at which it begins. */
async function* linesBackwards(
  file: FileHandle,
  {
    begin,
    end,
    needle,
    turn,
  }: { readonly begin: number; readonly end: number; readonly needle: Buffer; readonly turn: Turn },
): AsyncIterable<{ readonly line: Buffer; readonly offset: number }> {
  // The beginning of a chunk may be the end of a line that begins in the one before.
  let rest = Buffer.alloc(0)
  let position = end
  while (position > begin) {
    await turn.pause()
    const length = Math.min(CHUNK_BYTES, position - begin)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position - length)
    position -= length
    const chunk = Buffer.concat([buffer.subarray(0, bytesRead), rest])
    let lineEnd = chunk.lastIndexOf(LINE_FEED)
    while (lineEnd > 0) {
      const lineFeed = chunk.lastIndexOf(LINE_FEED, lineEnd - 1)
      if (lineFeed < 0) break
      const line = chunk.subarray(lineFeed + 1, lineEnd)
      if (line.includes(needle)) yield { line, offset: position + lineFeed + 1 }
      lineEnd = lineFeed
    }
    rest = Buffer.from(chunk.subarray(0, lineEnd + 1))
  }
  if (rest.at(-1) === LINE_FEED && rest.includes(needle)) yield { line: rest.subarray(0, -1), offset: begin }
}

function parse(line: Buffer): LoggedRequest | undefined {
  try {
    return JSON.parse(line.toString()) as LoggedRequest
  } catch {
    return undefined
  }
}

function matches({ id, method, status, path, uid, ms, time }: LoggedRequest, filter: LogFilter): boolean {
  const { since = 0, until = Number.POSITIVE_INFINITY, minMs = 0, status: [from, to] = [0, 999] } = filter
  return (
    (filter.id === undefined || id === filter.id) &&
    (filter.method === undefined || method === filter.method) &&
    (filter.path === undefined || path.startsWith(filter.path)) &&
    (filter.uid === undefined || uid === filter.uid) &&
    (filter.source === undefined || path.startsWith('/hearth/') === (filter.source === 'console')) &&
    status >= from &&
    status <= to &&
    ms >= minMs &&
    time >= since &&
    time < until
  )
}
