import { accountsCommandHelp } from './accounts-command.ts'
import { documentCommandHelp } from './document-command.ts'
import { flagOf, type Option } from './option.ts'
import { options } from './options.ts'
import { rulesCommandHelp } from './rules-command.ts'

export function helpText(): string {
  const all = Object.values(options) as readonly Option<unknown>[]
  const settings = all.map((option) => {
    const flag = option.placeholder === undefined ? flagOf(option) : `${flagOf(option)} <${option.placeholder}>`
    return `  --${flag}\n      ${option.help}\n      ${option.variable}, default: ${option.defaultText}\n`
  })
  return `Hearth: a home for the backend of apps on the Firebase SDKs.

Usage: hearth <command> [settings]

Commands:
  start     run the server
  dev       run in place of the vendor's emulators: loopback only, any project, open until a project has rules
  accounts  export or import users, see below
  documents export or import documents, see below
  rules     publish, show or test security rules, see below
  help      print this
  version   print the version

Settings, as flags or from the environment:
${settings.join('')}
${accountsCommandHelp}
${documentCommandHelp}
${rulesCommandHelp}
Exit status: 0 clean stop, 1 a command or the server failed, 2 a bad setting, 3 a data folder that can't be used, 4 a port that can't.
`
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
