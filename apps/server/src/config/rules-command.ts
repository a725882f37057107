import { resolve } from 'node:path'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth rules deploy|get|test`, with everything it needs. */
export interface RulesCommand {
  readonly action: 'deploy' | 'get' | 'test'
  /** Where `firebase.json`, `firestore.rules` and `storage.rules` are. */
  readonly folder: string
  /** Why the rules are published. */
  readonly note: string
  /** A test suite in the vendor's form, `{"testCases":[…]}`. */
  readonly suite: string | undefined
  readonly target: { readonly origin: string; readonly project: string; readonly token: string }
}

const known = new Set(['project', 'rules', 'note', 'suite', 'url', 'token'])

export const rulesCommandHelp = `Security rules, from firebase.json, firestore.rules and storage.rules:
  hearth rules deploy --project <id> [--note <why>]
  hearth rules get --project <id>
  hearth rules test --suite <file>
      --rules <folder> of the files; default: the working folder
      --url <url>      of the server; default: http://127.0.0.1:4400
      --token <token>  the credential; HEARTH_TOKEN from the environment, default: owner, which hearth dev accepts
      test asks the files and needs no server.
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseRulesCommand(action: string | undefined, flags: Flags, environment: Environment): RulesCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'deploy' && action !== 'get' && action !== 'test') {
    complaints.push('Say what to do: rules deploy, rules get or rules test.')
  }
  if (action !== 'test' && text('project') === undefined)
    complaints.push('--project is missing: the id of the project.')
  if (action === 'test' && text('suite') === undefined) complaints.push('--suite is missing: the file of test cases.')
  const url = text('url') ?? 'http://127.0.0.1:4400'
  if (!URL.canParse(url)) complaints.push('--url must be an address such as https://backend.example.com.')
  if (complaints.length > 0) throw new SettingsError(complaints)
  return {
    action: action === 'deploy' || action === 'get' ? action : 'test',
    folder: resolve(text('rules') ?? '.'),
    note: text('note') ?? '',
    suite: text('suite'),
    target: {
      origin: new URL(url).origin,
      project: text('project') ?? '',
      token: text('token') ?? environment['HEARTH_TOKEN'] ?? 'owner',
    },
  }
}
