import { flagOf, type Option } from './option.ts'
import { options } from './options.ts'

/** `docs/reference/configuration.md`. */
export function configurationPage(): string {
  const all = Object.values(options) as readonly Option<unknown>[]
  const rows = all.map((option) => {
    const placeholder = option.placeholder === undefined ? '' : ` <${option.placeholder.replaceAll('|', '\\|')}>`
    return `| \`${option.variable}\` | \`--${flagOf(option)}${placeholder}\` | ${option.defaultText} | ${option.help} |`
  })
  return `# Configuration

Each setting is read from the environment or from a flag; the flag wins. The public address and the mail server can be set in the console instead (Server), without a restart; what is given here wins over that. Made from \`apps/server/src/config/options.ts\`.

| Variable | Flag | Default | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
