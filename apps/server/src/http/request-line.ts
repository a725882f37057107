/** What the log says of one request. */
export interface RequestLine {
  readonly id: string
  readonly method: string
  /** Without the query, which may hold tokens. */
  readonly path: string
  readonly status: number
  readonly ms: number
  /** The answer did not reach the client whole. */
  readonly isCut: boolean
  readonly notes: RequestNotes | undefined
}

/** What handlers add; never a secret, a token or a document's content. */
export interface RequestNotes {
  project?: string
  uid?: string
  operation?: string
  reason?: string
}

/** Of the path, and of each note: some hold what nobody has checked yet. */
const SHOWN_LENGTH_MAX = 512

/** The line as JSON with a line feed. Written by hand, because it is written for every request: a general logger takes five times as long. */
export function encodeRequestLine(line: RequestLine, timeMs: number): string {
  const { id, method, path, status, ms, isCut, notes } = line
  const shownMs = Math.round(ms * 100) / 100
  let text =
    `{"level":"info","time":${timeMs},"id":"${id}","method":${show(method)},"path":${show(path)},` +
    `"status":${status},"ms":${shownMs}`
  if (notes !== undefined) {
    if (notes.project !== undefined) text += `,"project":${show(notes.project)}`
    if (notes.uid !== undefined) text += `,"uid":${show(notes.uid)}`
    if (notes.operation !== undefined) text += `,"operation":${show(notes.operation)}`
    if (notes.reason !== undefined) text += `,"reason":${show(notes.reason)}`
  }
  return `${text}${isCut ? ',"isCut":true' : ''},"msg":"request"}\n`
}

/** Nothing of it is escaped in JSON. */
const plain = /^[ !#-[\]-~]*$/

function show(text: string): string {
  const shown = text.length > SHOWN_LENGTH_MAX ? text.slice(0, SHOWN_LENGTH_MAX) : text
  // Nearly all are, and to look costs a fraction of `JSON.stringify`.
  return plain.test(shown) ? `"${shown}"` : JSON.stringify(shown)
}
