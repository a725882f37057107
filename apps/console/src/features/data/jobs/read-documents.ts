import { autoId } from '@hearth/model/auto-id'
import { parseDocumentLine, withReferences } from '@hearth/model/document-lines'
import { unescapeFormula } from '@hearth/model/plain-text'
import { StatusError } from '@hearth/model/status-error'
import { isId } from '../../../documents/data-path.ts'
import { parseDocument } from '../../../documents/values/document-json.ts'
import { isWorkedOut } from '../../../documents/values/is-worked-out.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { encodeFields } from '../../../documents/values/wire-value.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { CsvReader } from './csv.ts'
import { type Column, columnsOf, parseCsvValue } from './csv-table.ts'
import { formOf } from './line-form.ts'

export type FileFormat = 'lines' | 'csv'

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) }

/** A document that a file has, as it is to be written. */
export interface FileDocument {
  /** The line of the file, from one. */
  readonly number: number
  /** Below the database. */
  readonly path: string
  /** As the REST protocol writes them. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Its line says neither path nor id: it gets a new one. */
  readonly isNew: boolean
  /** How its line was read. */
  readonly form: 'exported' | 'typed' | 'plain' | 'csv'
  /** How long its line is. */
  readonly characters: number
}

/** A line that is no document, and why. */
export interface BadLine {
  readonly number: number
  readonly problem: string
}

export interface Target {
  /** See `documentsRoot`. */
  readonly root: string
  /** Where documents go whose line names no path; empty where each has to. */
  readonly collection: string
  /** The field of JSON lines without a path that has the id of the document. It names the document and is none of its fields, as in CSV. */
  readonly idField?: string | undefined
}

/**
 * The documents of JSON lines: of an export (`document-lines.ts` of the model) with its paths, whose references into the exported
 * database point into this one afterwards; or of any other file, where each line says by its shape what it is (`line-form.ts`): one without a
 * path gets a new id.
 * Throws for an export without its end, and for one with another number of documents than it says.
 */
export async function* readLineDocuments(file: Blob, target: Target): AsyncGenerator<FileDocument | BadLine> {
  let exportedRoot: string | undefined
  /** As the last line says. */
  let said: number | undefined
  let found = 0
  for await (const { text, number } of readTextLines(file)) {
    if (number === 1 && text.includes('"hearth-documents"')) {
      const head = parseDocumentLine(text, number)
      if (head.kind === 'head') exportedRoot = `projects/${head.project}/databases/${head.database}/documents`
      continue
    }
    if (exportedRoot === undefined) {
      const document = documentOf(text, number, target)
      if (document !== undefined) yield document
      continue
    }
    const line = exportedDocument(text, number, exportedRoot, target.root)
    if ('end' in line) {
      said = line.end
      continue
    }
    found++
    yield line
  }
  if (exportedRoot === undefined) return
  if (said === undefined) throw new RangeError(exchangeTexts.incomplete)
  if (said !== found) throw new RangeError(exchangeTexts.otherCount(said, found))
}

function exportedDocument(
  text: string,
  number: number,
  from: string,
  to: string,
): FileDocument | BadLine | { readonly end: number } {
  try {
    const line = parseDocumentLine(text, number)
    if (line.kind === 'end') return { end: line.documents }
    if (line.kind === 'head') return { number, problem: exchangeTexts.secondHead }
    const fields = withReferences(line.fields, from, to) as Readonly<Record<string, unknown>>
    return { number, path: line.path, isNew: false, fields, form: 'exported', characters: text.length }
  } catch (thrown) {
    if (thrown instanceof StatusError) return { number, problem: exchangeTexts.noExportedLine }
    throw thrown
  }
}

/** Of a file without a head; undefined for the end of an export. */
function documentOf(text: string, number: number, target: Target): FileDocument | BadLine | undefined {
  const line = formOf(text)
  if ('problem' in line) return { number, problem: line.problem }
  const characters = text.length
  switch (line.form) {
    case 'end':
      return undefined
    case 'exported':
      return { number, path: line.path, isNew: false, fields: line.fields, form: line.form, characters }
    case 'typed':
      return placed({ number, fields: line.fields, form: line.form, characters }, target)
    case 'plain':
      return plainDocument(text, number, target)
  }
}

/** Where a document goes whose line names no path. */
function placed(line: Omit<FileDocument, 'path' | 'isNew'>, target: Target): FileDocument | BadLine {
  const { number } = line
  const { collection, idField } = target
  if (collection === '') return { number, problem: exchangeTexts.noCollection }
  if (idField === undefined) return { ...line, path: newPath(target), isNew: true }
  const { [idField]: named, ...fields } = line.fields
  const id = idIn(named)
  if (id === undefined) return { number, problem: exchangeTexts.noId(idField) }
  if (!isId(id)) return { number, problem: exchangeTexts.badPath(`${collection}/${id}`) }
  return { ...line, fields, path: `${collection}/${id}`, isNew: false }
}

/** Of a text or a whole number as the REST protocol writes it. */
function idIn(value: unknown): string | undefined {
  const { stringValue, integerValue } = (value ?? {}) as { stringValue?: unknown; integerValue?: unknown }
  if (typeof stringValue === 'string') return stringValue
  return typeof integerValue === 'string' || typeof integerValue === 'number' ? String(integerValue) : undefined
}

function newPath({ collection }: Target): string {
  return `${collection}/${autoId(random)}`
}

function plainDocument(text: string, number: number, target: Target): FileDocument | BadLine {
  const parsed = parseDocument(text)
  if ('problem' in parsed) return { number, problem: parsed.problem }
  // What the server would work out has no place in a file.
  if ([...parsed.value.values()].some(isWorkedOut)) return { number, problem: exchangeTexts.operation }
  const fields = encodeFields(parsed.value, target.root)
  return placed({ number, fields, form: 'plain', characters: text.length }, target)
}

/**
 * The documents of comma-separated values. The first line names the fields; a column `path` has the whole path of each document, or `id`
 * its id in the collection (`csv-columns.ts`). Throws for a first line that names no fields, and for quotes that are never closed.
 */
export async function* readCsvDocuments(file: Blob, target: Target): AsyncGenerator<FileDocument | BadLine> {
  const reader = new CsvReader()
  let columns: readonly Column[] | undefined
  const documentsOf = function* (lines: Iterable<{ readonly cells: readonly string[]; readonly number: number }>) {
    for (const { cells, number } of lines) {
      if (columns === undefined) columns = columnsOf(cells)
      else yield csvDocument(cells, number, columns, target)
    }
  }
  for await (const text of readText(file)) yield* documentsOf(reader.read(text))
  yield* documentsOf(reader.end())
}

function csvDocument(
  cells: readonly string[],
  number: number,
  columns: readonly Column[],
  target: Target,
): FileDocument | BadLine {
  const { root, collection } = target
  if (cells.length > columns.length) return { number, problem: exchangeTexts.moreCells(cells.length, columns.length) }
  let path: string | undefined
  const fields = new Map<string, TypedValue>()
  for (const [at, column] of columns.entries()) {
    const cell = unescapeFormula(cells[at] ?? '')
    if (column.kind === 'field') {
      const value = parseCsvValue(cell)
      if (value !== undefined && isWorkedOut(value)) return { number, problem: exchangeTexts.operation }
      if (value !== undefined) fields.set(column.name, value)
    } else if (column.kind === 'id' && collection === '') {
      return { number, problem: exchangeTexts.noCollection }
    } else if (cell !== '') {
      path = column.kind === 'id' ? `${collection}/${cell}` : cell
      const segments = path.split('/')
      if (segments.length % 2 !== 0 || !segments.every(isId)) return { number, problem: exchangeTexts.badPath(path) }
    }
  }
  const line = { number, fields: encodeFields(fields, root), form: 'csv', characters: cells.join('').length } as const
  if (path !== undefined) return { ...line, path, isNew: false }
  return placed(line, { root, collection })
}

export function readDocuments(format: FileFormat, file: Blob, target: Target): AsyncGenerator<FileDocument | BadLine> {
  return format === 'csv' ? readCsvDocuments(file, target) : readLineDocuments(file, target)
}

/** More than any document's typed JSON comes to. */
const lineMax = 16 * 1024 * 1024

interface TextLine {
  readonly text: string
  /** From one. */
  readonly number: number
}

/**
 * The text of a file in UTF-8 or UTF-16, part by part. Throws a `RangeError` for any other encoding: what it has would be kept as signs that
 * nobody wrote.
 */
async function* readText(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoderStream(await encodingOf(file), { fatal: true })
  const reader = file.stream().pipeThrough(decoder).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (thrown) {
    // The decoder's word for bytes that are none of its.
    if (thrown instanceof TypeError) throw new RangeError(exchangeTexts.otherEncoding)
    throw thrown
  } finally {
    // Ends the reading of a file that is not read to its end.
    await reader.cancel().catch(() => undefined)
  }
}

/** By the first two bytes: a mark of their order, or the empty half of the first sign, which is of ASCII in every file that is taken. */
async function encodingOf(file: Blob): Promise<'utf-8' | 'utf-16le' | 'utf-16be'> {
  const [first = 1, second = 1] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}

/** The lines of a file that are not empty. Throws a `RangeError` for one that is too long. */
async function* readTextLines(file: Blob): AsyncGenerator<TextLine> {
  let number = 0
  let rest = ''
  for await (const text of readText(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (line.trim() !== '') yield { text: line, number }
    }
    if (rest.length > lineMax) throw new RangeError(exchangeTexts.lineTooLong(number + 1))
  }
  if (rest.trim() !== '') yield { text: rest, number: number + 1 }
}
