import { parseServerAccess, type ServerAccess, serverAccessFlags, serverAccessHelp } from '../cli/server/server-access.ts'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth audit verify`, with everything it needs. */
export interface AuditCommand {
  readonly project: string
  /** An entry that was seen before, and must still be there as it was. */
  readonly seen: { readonly number: number; readonly hash: string } | undefined
  readonly access: ServerAccess
}

const known = new Set<string>(['project', 'seen', ...serverAccessFlags])

export const auditCommandHelp = `The audit log of a project, whose entries are chained by their hashes:
  hearth audit verify --project <id> [--seen <number>:<hash>]
      reads the whole log from the server and checks that no entry was changed or taken out
      --seen <number>:<hash>  an entry that an earlier run named as the newest: shows that the log wasn't replaced as a whole
${serverAccessHelp}`

/** Throws `SettingsError`. */
export function parseAuditCommand(action: string | undefined, flags: Flags, environment: Environment): AuditCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'verify') complaints.push('Say what to do: audit verify.')
  const [project, seen] = [text('project'), text('seen')]
  if (project === undefined) complaints.push('--project is missing: the id of the project.')
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(seen ?? '') ?? []
  if (seen !== undefined && hash === undefined) complaints.push('--seen must be a number, a colon and 64 digits.')
  const access = parseServerAccess(text, environment, complaints)
  if (complaints.length > 0) throw new SettingsError(complaints)
  return { project: project ?? '', seen: hash === undefined ? undefined : { number: Number(number), hash }, access }
}
