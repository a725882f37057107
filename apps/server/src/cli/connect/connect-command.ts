import { resolve } from 'node:path'
import type { Command } from 'commander'
import { SettingsError } from '../../config/server-config.ts'
import { TOKEN_PATH } from '../../identity/tokens/service-keys.ts'
import { type CommandContext, newCommand, valueOption } from '../command.ts'
import { readServiceKey, signAssertion } from '../server/bearer-tokens.ts'
import { readOrigin, urlOption } from '../server/server-access.ts'
import { toolSettings } from './tool-settings.ts'

interface ToolsOptions {
  readonly url?: string
  readonly key?: string
  readonly ca?: string
}

/** `hearth connect tools` */
export function connectCommand(context: CommandContext): Command {
  const connect = newCommand('connect', context)
  connect
    .command('tools')
    .description(
      "print the settings by which the vendor's command lines (firebase-tools, gcloud) and libraries work with a server and a service key, as lines for a shell; they are good for an hour",
    )
    .addOption(urlOption())
    .addOption(
      valueOption('--key <file>', 'a service key of the project (an owner makes one in its settings); or HEARTH_KEY'),
    )
    .addOption(valueOption('--ca <file>', 'the certificate of the server in PEM, where it signed it itself'))
    .addHelpText(
      'after',
      `
  eval "$(hearth connect tools --url https://backend.example.com --key key.json)"`,
    )
    .action(async (options: ToolsOptions) => printToolSettings(options, context))
  return connect
}

async function printToolSettings(options: ToolsOptions, { environment, print, tell }: CommandContext): Promise<void> {
  const keyFile = options.key ?? environment['HEARTH_KEY']
  if (keyFile === undefined) throw new SettingsError(['--key is missing: the file of a service key of the project.'])
  const origin = readOrigin(options.url, environment, keyFile)
  const key = await readServiceKey(keyFile)
  const tools = toolSettings({
    origin,
    project: key.keyProject,
    keyFile: resolve(keyFile),
    certificateFile: options.ca === undefined ? undefined : resolve(options.ca),
    assertion: await signAssertion(key, origin + TOKEN_PATH),
  })
  for (const { tool, variables } of tools) {
    print(`# ${tool}`)
    for (const [name, value] of Object.entries(variables)) print(`export ${name}=${quote(value)}`)
  }
  if (origin.startsWith('http:')) {
    tell('Over http firebase-tools sends "Bearer owner" and no key, which hearth dev alone accepts: give it https.')
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
