import { resolve } from 'node:path'
import { parseServerAccess, type ServerAccess, serverAccessFlags, serverAccessHelp } from '../cli/server/server-access.ts'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth rules deploy|get|test`, with everything it needs. */
export interface RulesCommand {
  readonly action: 'deploy' | 'get' | 'test'
  /** Where `firebase.json`, `firestore.rules` and `storage.rules` are. */
  readonly folder: string
  /** Why the rules are published. */
  readonly note: string
  /** A file with a test suite in the vendor's form, `{"testCases":[…]}`. */
  readonly suite: string | undefined
  readonly project: string
  readonly access: ServerAccess
}

const known = new Set<string>(['project', 'rules', 'note', 'suite', ...serverAccessFlags])

export const rulesCommandHelp = `Security rules, from firebase.json, firestore.rules and storage.rules:
  hearth rules deploy --project <id> [--note <why>]
  hearth rules get --project <id>
  hearth rules test [--suite <file>]
  hearth rules test --project <id>
      --rules <folder> of the files; default: the working folder
${serverAccessHelp}      test asks the files the cases of --suite (default: rules.tests.json beside them) and needs no server;
      with --project and without --suite it asks them the tests that the project's team has saved.
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseRulesCommand(action: string | undefined, flags: Flags, environment: Environment): RulesCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(unknownSetting(name))
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'deploy' && action !== 'get' && action !== 'test') {
    complaints.push('Say what to do: rules deploy, rules get or rules test.')
  }
  if (action !== 'test' && text('project') === undefined)
    complaints.push('--project is missing: the id of the project.')
  const access = parseServerAccess(text, environment, complaints)
  if (complaints.length > 0) throw new SettingsError(complaints)
  return {
    action: action === 'deploy' || action === 'get' ? action : 'test',
    folder: resolve(text('rules') ?? '.'),
    note: text('note') ?? '',
    suite: text('suite'),
    project: text('project') ?? '',
    access,
  }
}

function unknownSetting(name: string): string {
  const all = [...known].map((one) => `--${one}`).join(', ')
  return `--${name} is not a setting of hearth rules: there are ${all}.`
}
