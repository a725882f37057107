import { accountsCommandHelp } from '../cli/accounts/accounts-command.ts'
import { auditCommandHelp } from './audit-command.ts'
import { backupCommandHelp } from '../cli/backup-command.ts'
import { clockCommandHelp } from '../cli/clock/clock-command.ts'
import { connectCommandHelp } from '../cli/connect/connect-command.ts'
import { documentCommandHelp } from '../cli/documents/documents-command.ts'
import { indexesCommandHelp } from './indexes-command.ts'
import { keysCommandHelp } from './keys-command.ts'
import { flagOf, type Option } from './option.ts'
import { options } from './options.ts'
import { ownerCommandHelp } from './owner-command.ts'
import { projectsCommandHelp } from './projects-command.ts'
import { rulesCommandHelp } from './rules-command.ts'
import { optionsOf } from './settings-in-force.ts'

interface Described {
  readonly summary: string
  readonly help: () => string
}

/** Every command, in the order in which people meet them. */
const commands: Readonly<Record<string, Described>> = {
  start: { summary: 'run the server', help: () => settingsHelp('start') },
  dev: {
    summary: "run in place of the vendor's emulators: loopback only, any project, open until a project has rules",
    help: () => settingsHelp('dev'),
  },
  accounts: { summary: 'export or import users', help: () => accountsCommandHelp },
  documents: { summary: 'export or import documents', help: () => documentCommandHelp },
  connect: { summary: "print what leads the vendor's tools here", help: () => connectCommandHelp },
  indexes: { summary: 'declare or list indexes and exemptions', help: () => indexesCommandHelp },
  audit: { summary: 'check that an audit log is unbroken', help: () => auditCommandHelp },
  backup: { summary: 'copy the whole server into a folder, while it runs or not', help: () => backupCommandHelp },
  restore: { summary: 'make a data folder of such a copy', help: () => backupCommandHelp },
  clock: {
    summary: 'after the clock was wrong: accept it as right, or date anew what is ahead',
    help: () => clockCommandHelp,
  },
  keys: { summary: 'list or rotate the keys that sign tokens', help: () => keysCommandHelp },
  owner: { summary: 'let the owner of the server choose a new password', help: () => ownerCommandHelp },
  projects: { summary: 'list deleted projects, or take one back', help: () => projectsCommandHelp },
  rules: { summary: 'publish, show or test security rules', help: () => rulesCommandHelp },
  help: { summary: 'print this, or all about one command', help: overview },
  version: { summary: 'print the version', help: overview },
}

export const commandNames: readonly string[] = Object.keys(commands)

/** All about a command; of all in short when it is none. */
export function helpText(command: string | undefined): string {
  const described = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined
  return (described?.help ?? overview)()
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}\n`)
  return `Hearth: a home for the backend of apps on the Firebase SDKs.

Usage: hearth <command> [settings]
       hearth help <command>

Commands:
${lines.join('')}
Exit status: 0 clean stop, 1 a command or the server failed, 2 a bad setting, 3 a data folder that can't be used, 4 a port that can't.
`
}

function settingsHelp(command: 'start' | 'dev'): string {
  const settings = optionsOf(command).map((option) => {
    const flag = option.placeholder === undefined ? flagOf(option) : `${flagOf(option)} <${option.placeholder}>`
    return `  --${flag}\n      ${option.help}\n      ${option.variable}, default: ${option.defaultText}\n`
  })
  return `Usage: hearth ${command} [settings]

Settings, as flags or from the environment; a flag wins:
${settings.join('')}`
}

/** `docs/reference/configuration.md`. */
export function configurationPage(): string {
  const all = Object.values(options) as readonly Option<unknown>[]
  const rows = all.map((option) => {
    const placeholder = option.placeholder === undefined ? '' : ` <${option.placeholder.replaceAll('|', '\\|')}>`
    return `| \`${option.variable}\` | \`--${flagOf(option)}${placeholder}\` | ${option.defaultText} | ${option.help} |`
  })
  return `# Configuration

Each setting is read from the environment or from a flag; the flag wins. Made from \`apps/server/src/config/options.ts\`.

| Variable | Flag | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
