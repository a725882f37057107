import { commandNames } from './help.ts'
import { type Flags, SettingsError } from './server-config.ts'

export interface ServerCommand {
  readonly name: 'start' | 'dev'
  readonly flags: Flags
}

/** What is done and over, beside a server or without one. */
export type Errand =
  | {
      readonly name: 'accounts' | 'documents'
      readonly action: string | undefined
      readonly file: string | undefined
      readonly flags: Flags
    }
  | {
      readonly name: 'backup' | 'restore'
      readonly action: undefined
      readonly flags: Flags
    }
  | {
      readonly name: 'audit' | 'clock' | 'connect' | 'indexes' | 'keys' | 'owner' | 'projects' | 'rules'
      readonly action: string | undefined
      readonly flags: Flags
    }

export type Command =
  | ServerCommand
  | Errand
  /** `about`: the command that is asked about, if it is one. */
  | { readonly name: 'help'; readonly about: string | undefined }
  | { readonly name: 'version' }

/** `hearth <command> --flag value --flag=value --switch`. Throws `SettingsError`. */
export function parseCommandLine(words: readonly string[]): Command {
  const [first, ...rest] = words
  if (first === 'help') return { name: 'help', about: rest[0] }
  if (words.includes('--help') || words.includes('-h')) return { name: 'help', about: first }
  if (first === 'version' || first === '--version') return { name: 'version' }
  if (first === undefined) throw new SettingsError([`A command is missing: ${commandNames.join(', ')}.`])
  if (first === 'accounts' || first === 'documents') {
    const { action, words: others } = takeAction(rest)
    const [file, ...flags] = others
    if (action === undefined || file === undefined || file.startsWith('--')) {
      return { name: first, action, file: undefined, flags: parseFlags(others) }
    }
    return { name: first, action, file, flags: parseFlags(flags) }
  }
  if (first === 'backup' || first === 'restore') return { name: first, action: undefined, flags: parseFlags(rest) }
  if (isErrandWithAction(first)) {
    const { action, words: flags } = takeAction(rest)
    return { name: first, action, flags: parseFlags(flags) }
  }
  if (first !== 'start' && first !== 'dev') {
    throw new SettingsError([`"${first}" is not a command. The commands are ${commandNames.join(', ')}.`])
  }
  return { name: first, flags: parseFlags(rest) }
}

const errandsWithAction = ['audit', 'clock', 'connect', 'indexes', 'keys', 'owner', 'projects', 'rules'] as const

function isErrandWithAction(name: string): name is (typeof errandsWithAction)[number] {
  return errandsWithAction.some((one) => one === name)
}

/** A setting where an action is due is no action: the command says which there are. */
function takeAction(words: readonly string[]): {
  readonly action: string | undefined
  readonly words: readonly string[]
} {
  const [action, ...rest] = words
  return action === undefined || action.startsWith('--') ? { action: undefined, words } : { action, words: rest }
}

function parseFlags(words: readonly string[]): Flags {
  const flags: Record<string, string | true> = Object.create(null) as Record<string, string | true>
  const complaints: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (!word.startsWith('--')) {
      complaints.push(`"${word}" is not a setting; settings begin with two dashes.`)
      continue
    }
    const equals = word.indexOf('=')
    const name = word.slice(2, equals === -1 ? undefined : equals)
    if (name in flags) complaints.push(`--${name} is given twice.`)
    const next = words[index + 1]
    if (equals !== -1) {
      flags[name] = word.slice(equals + 1)
    } else if (next !== undefined && !next.startsWith('--')) {
      flags[name] = next
      index++
    } else {
      flags[name] = true
    }
  }
  if (complaints.length > 0) throw new SettingsError(complaints)
  return flags
}
