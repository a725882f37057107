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
const collectionsMax = 10

/** The collections beside and above the target's that a file has documents of; the first of them. */
export async function findOtherCollections(
  format: FileFormat,
  file: Blob,
  target: Target,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const others = new Set<string>()
  let characters = 0
  for await (const line of readDocuments(format, file, target)) {
    signal.throwIfAborted()
    if ('problem' in line) continue
    if (isElsewhere(line.path, target.collection)) others.add(line.path.slice(0, line.path.lastIndexOf('/')))
    characters += line.characters
    if (others.size === collectionsMax || characters > charactersMax) break
  }
  return [...others]
}
