import { type BadLine, type FileDocument, type FileFormat, readDocuments, type Target } from './read-documents.ts'

/** What an import would make of the first documents of a file, before anything is written. */
export interface FilePreview {
  readonly lines: readonly (FileDocument | BadLine)[]
  readonly isWhole: boolean
}

/** Reads no more than it has to. Throws as the import would. */
export async function previewDocuments(
  format: FileFormat,
  file: Blob,
  target: Target,
  count: number,
): Promise<FilePreview> {
  const lines: (FileDocument | BadLine)[] = []
  for await (const line of readDocuments(format, file, target)) {
    if (lines.length === count) return { lines, isWhole: false }
    lines.push(line)
  }
  return { lines, isWhole: true }
}

const linesAsked = 20

/**
 * The fields of JSON lines that could name the documents: in each of the first lines that names no path they have a text or a whole number.
 * None for a file whose lines do, such as an export.
 */
export async function findIdFields(format: FileFormat, file: Blob, target: Target): Promise<readonly string[]> {
  if (format === 'csv') return []
  const { lines } = await previewDocuments(format, file, { ...target, idField: undefined }, linesAsked)
  const [first, ...others] = lines.filter((line) => 'isNew' in line && line.isNew) as readonly FileDocument[]
  if (first === undefined) return []
  const mayName = ({ fields }: FileDocument, name: string): boolean => {
    const value = fields[name] ?? {}
    return typeof value === 'object' && ('stringValue' in value || 'integerValue' in value)
  }
  return Object.keys(first.fields).filter((name) => [first, ...others].every((line) => mayName(line, name)))
}

/** The field that names the documents unless somebody chooses another: `id`, as in CSV, where it may. */
export function usualIdField(fields: readonly string[]): string | undefined {
  return fields.includes('id') ? 'id' : undefined
}

/** Whether a document lies neither in the collection nor below one of it. */
export function isElsewhere(path: string, collection: string): boolean {
  return collection !== '' && !path.startsWith(`${collection}/`)
}

/** More is not looked at; the import itself leaves out what nobody has allowed. */
const charactersMax = 64 * 1024 * 1024
/** Of collections and of columns. */
const namedMax = 10

/** A column of CSV most of whose values are numbers, but not all. */
export interface MixedColumn {
  readonly name: string
  readonly numbers: number
  /** How many are texts. */
  readonly others: number
  /** The first of those, and the line of the file that it is in. */
  readonly first: { readonly line: number; readonly text: string }
}

/** A column of CSV with texts that are read as times. */
export interface TimeColumn {
  readonly name: string
  readonly count: number
  /** The first of them as it is read, and the line of the file that it is in. */
  readonly first: { readonly line: number; readonly text: string }
}

export interface FileSurvey {
  /** The collections beside and above the target's that the file has documents of; the first of them. */
  readonly others: readonly string[]
  /** The first of them. */
  readonly mixed: readonly MixedColumn[]
  /** The first of them. */
  readonly times: readonly TimeColumn[]
}

/** Goes through a file, or as much of it as is looked at. */
export async function surveyLines(
  format: FileFormat,
  file: Blob,
  target: Target,
  signal: AbortSignal,
): Promise<FileSurvey> {
  const others = new Set<string>()
  const columns = new Map<string, ColumnCount>()
  let characters = 0
  for await (const line of readDocuments(format, file, target)) {
    signal.throwIfAborted()
    if ('problem' in line) continue
    if (others.size < namedMax && isElsewhere(line.path, target.collection)) {
      others.add(line.path.slice(0, line.path.lastIndexOf('/')))
    }
    if (format === 'csv') countColumns(columns, line)
    characters += line.characters
    if (characters > charactersMax) break
  }
  const mixed = [...columns].flatMap(([name, { numbers, texts, first }]): readonly MixedColumn[] =>
    first !== undefined && numbers > texts ? [{ name, numbers, others: texts, first }] : [],
  )
  const times = [...columns].flatMap(([name, { times: count, firstTime }]): readonly TimeColumn[] =>
    firstTime === undefined ? [] : [{ name, count, first: firstTime }],
  )
  return { others: [...others], mixed: mixed.slice(0, namedMax), times: times.slice(0, namedMax) }
}

interface ColumnCount {
  numbers: number
  texts: number
  first: MixedColumn['first'] | undefined
  times: number
  firstTime: TimeColumn['first'] | undefined
}

function countColumns(columns: Map<string, ColumnCount>, { number: line, fields }: FileDocument): void {
  for (const [name, value] of Object.entries(fields)) {
    const count = columns.get(name) ?? { numbers: 0, texts: 0, first: undefined, times: 0, firstTime: undefined }
    columns.set(name, count)
    if (typeof value !== 'object' || value === null) continue
    if ('integerValue' in value || 'doubleValue' in value) count.numbers++
    else if ('stringValue' in value && typeof value.stringValue === 'string') {
      count.texts++
      count.first ??= { line, text: value.stringValue }
    } else if ('timestampValue' in value && typeof value.timestampValue === 'string') {
      count.times++
      count.firstTime ??= { line, text: value.timestampValue }
    }
  }
}
