import { parseJson } from './parse-json.ts'
import { StatusError } from './status-error.ts'

/**
 * Documents as text, one JSON value a line:
 *
 *     {"format":"hearth-documents","version":1,"project":"shop","database":"(default)","collection":null,"readTime":"2026-01-01T00:00:00.000001Z"}
 *     {"path":"users/ada","fields":{"name":{"stringValue":"Ada"}}}
 *     {"end":true,"documents":1}
 *
 * Fields are typed JSON, as the REST form of the documents has it, so nothing is lost. Documents are in the order of
 * their names. A file without its last line is the beginning of one.
 */
export interface DocumentFileHead {
  readonly format: 'hearth-documents'
  readonly version: 1
  readonly project: string
  readonly database: string
  /** The file has a collection and all below it, or (null) the whole database. Files of earlier releases don't say. */
  readonly collection?: string | null
  /** The one moment that all documents are of. */
  readonly readTime: string
}

export interface DocumentLine {
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

export type DocumentFileLine =
  | ({ readonly kind: 'head' } & DocumentFileHead)
  | ({ readonly kind: 'document' } & DocumentLine)
  | { readonly kind: 'end'; readonly documents: number }

/** Reads one line. Throws `invalid-argument`/`INVALID_LINE`, whose message begins with the number of the line. */
export function parseDocumentLine(text: string, number: number): DocumentFileLine {
  const refuse = (complaint: string) =>
    new StatusError('invalid-argument', 'INVALID_LINE', `Line ${number} ${complaint}.`)
  let json: unknown
  try {
    json = parseJson(text)
  } catch {
    throw refuse('is not JSON')
  }
  if (!isObject(json)) throw refuse('is not a JSON object')
  if (json['format'] !== undefined) {
    if (json['format'] !== 'hearth-documents') throw refuse('does not begin a file of documents')
    if (json['version'] !== 1) throw refuse('has a version of the format that this release does not know')
    const { project, database, readTime, collection } = json
    if (typeof project !== 'string' || typeof database !== 'string' || typeof readTime !== 'string') {
      throw refuse('lacks the project, the database or the read time')
    }
    const head = { kind: 'head', format: 'hearth-documents', version: 1, project, database, readTime } as const
    if (collection === undefined) return head
    if (collection !== null && typeof collection !== 'string') throw refuse('has a collection that is no text')
    return { ...head, collection }
  }
  const { end, documents, path, fields } = json
  if (end === true) {
    if (typeof documents === 'number' && Number.isSafeInteger(documents)) return { kind: 'end', documents }
    throw refuse('does not say how many documents there are')
  }
  if (typeof path !== 'string') throw refuse('has no path of a document')
  if (!isObject(fields)) throw refuse(`has no fields for ${path}`)
  return { kind: 'document', path, fields }
}

/** Fields with their references into one database turned into references to the same documents of another. */
export function withReferences(value: unknown, from: string, to: string): unknown {
  if (from === to) return value
  if (Array.isArray(value)) return value.map((item) => withReferences(item, from, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isReference = key === 'referenceValue' && typeof inner === 'string' && inner.startsWith(`${from}/`)
      return [key, isReference ? to + inner.slice(from.length) : withReferences(inner, from, to)]
    }),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The line of a document. `fields` are typed JSON already. */
export function formatDocumentLine(path: string, fields: string): string {
  return `{"path":${JSON.stringify(path)},"fields":${fields}}\n`
}

export function formatDocumentFileHead(head: Omit<DocumentFileHead, 'format' | 'version'>): string {
  return `${JSON.stringify({ format: 'hearth-documents', version: 1, ...head })}\n`
}

export function formatDocumentFileEnd(documents: number): string {
  return `${JSON.stringify({ end: true, documents })}\n`
}
