import { parseServerAccess, type ServerAccess, serverAccessFlags, serverAccessHelp } from '../server/server-access.ts'
import { type Environment, type Flags, SettingsError } from '../../config/server-config.ts'

/** `hearth documents export|import`, with everything it needs. */
export interface DocumentCommand {
  readonly action: 'export' | 'import'
  readonly file: string
  readonly collection: string | undefined
  readonly project: string
  readonly database: string
  readonly access: ServerAccess
}

const known = new Set<string>(['project', 'database', 'file', 'collection', ...serverAccessFlags])

export const documentCommandHelp = `Documents as lines of typed JSON, out of a running server and into one:
  hearth documents export <file> --project <id> [--collection <path>]
  hearth documents import <file> --project <id>
      --database <id>  default: (default)
      --file <file>    the file, when it is not named before the settings
${serverAccessHelp}      Run again, both go on where they were interrupted.
`

/** `given` is the file when it stands before the flags. Throws `SettingsError` with everything that is wrong. */
export function parseDocumentCommand(
  action: string | undefined,
  given: string | undefined,
  flags: Flags,
  environment: Environment,
): DocumentCommand {
  const complaints: string[] = []
  for (const name of Object.keys(flags))
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
  const text = (name: string): string | undefined => {
    const value = flags[name]
    if (value === true) complaints.push(`--${name} needs a value.`)
    return typeof value === 'string' ? value : undefined
  }
  if (action !== 'export' && action !== 'import')
    complaints.push('Say what to do: documents export or documents import.')
  const [project, named, collection] = [text('project'), text('file'), text('collection')]
  const file = given ?? named
  if (project === undefined) complaints.push('--project is missing: the id of the project.')
  if (file === undefined) complaints.push('The file is missing: documents export documents.jsonl')
  if (given !== undefined && named !== undefined) complaints.push('The file is named twice: once is enough.')
  if (collection !== undefined && action === 'import') complaints.push('--collection is for an export alone.')
  if (collection !== undefined && collection.split('/').length % 2 === 0) {
    complaints.push('--collection is the path of a document; name a collection.')
  }
  const access = parseServerAccess(text, environment, complaints)
  const database = text('database') ?? '(default)'
  if (complaints.length > 0) throw new SettingsError(complaints)
  return {
    action: action === 'import' ? 'import' : 'export',
    file: file ?? '',
    collection,
    project: project ?? '',
    database,
    access,
  }
}
