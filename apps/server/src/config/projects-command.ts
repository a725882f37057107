import { parseServerAccess, type ServerAccess } from '../cli/server/server-access.ts'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth projects deleted|restore`, with everything it needs. */
export interface ProjectsCommand {
  /** Of `restore`; absent for the list. */
  readonly restored: string | undefined
  readonly access: ServerAccess
}

const known = new Set<string>(['project', 'url', 'token'])

export const projectsCommandHelp = `Projects that were deleted, which go for good after 7 days; for who owns them, or the server:
  hearth projects deleted
      lists them, with the time until which each can be taken back
  hearth projects restore --project <id>
      takes one back, with everything that it had
      --url <url>      of the server; default: http://127.0.0.1 with HEARTH_PORT, or 4400
      --token <token>  the ID token of an owner's own account of the console, for this is for people alone: to be copied
                       there under Account → This session → Details for developers; or HEARTH_TOKEN. No service key may: those of a deleted project are closed with it
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseProjectsCommand(
  action: string | undefined,
  flags: Flags,
  environment: Environment,
): ProjectsCommand {
  if (action !== 'deleted' && action !== 'restore') {
    throw new SettingsError(['Say what to do: projects deleted or projects restore.'])
  }
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const project = text('project')
  if (action === 'restore' && project === undefined) complaints.push('--project is missing: the id of the project.')
  if (action === 'deleted' && project !== undefined) complaints.push('--project is for projects restore.')
  const ofPerson = Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'HEARTH_KEY'))
  const access = parseServerAccess(text, ofPerson, complaints)
  if (complaints.length > 0) throw new SettingsError(complaints)
  return { restored: action === 'restore' ? project : undefined, access }
}
