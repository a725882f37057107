import { type Command, Option } from 'commander'
import { readEmulatorSettings } from '../../config/emulator-settings.ts'
import { flagOf, type Option as Setting, type Flags } from '../../config/option.ts'
import { parseConfig, type ServerConfig } from '../../config/server-config.ts'
import { options } from '../../config/options.ts'
import { optionsOf } from '../../config/settings-in-force.ts'
import { type CommandContext, newCommand, restrictToUser, valueOption } from '../command.ts'
import { warn } from '../exit-status.ts'

/** `hearth start` */
export function startCommand(context: CommandContext): Command {
  return serverCommand('start', context).description(
    'Runs the server. Settings are flags or come from the environment; a flag wins.',
  )
}

/** `hearth dev` */
export function devCommand(context: CommandContext): Command {
  return serverCommand('dev', context).description(
    "Runs in place of the vendor's emulators: loopback only, any project, open until a project has rules. Settings are flags or come from the environment; a flag wins.",
  )
}

function serverCommand(mode: ServerConfig['mode'], context: CommandContext): Command {
  const command = newCommand(mode, context)
  const own = optionsOf(mode)
  for (const setting of own) command.addOption(optionOf(setting))
  // Those of the other command are taken and not shown, so that one list of flags serves both.
  const ownVariables = new Set(own.map(({ variable }) => variable))
  for (const setting of Object.values<Setting<unknown>>(options)) {
    if (!ownVariables.has(setting.variable)) command.addOption(optionOf(setting).hideHelp())
  }
  return command.action(async () => {
    const config = parseConfig(mode, givenFlags(command), context.environment, (folder) =>
      readEmulatorSettings(folder, warn),
    )
    restrictToUser()
    // The server is large: it is loaded once the settings are right.
    const { serve } = await import('./serve.ts')
    await serve(config)
  })
}

function optionOf(setting: Setting<unknown>): Option {
  const { placeholder, help, variable, defaultText } = setting
  const description = `${help} ${variable}, default: ${defaultText}`
  return placeholder === undefined
    ? new Option(`--${flagOf(setting)} [true|false]`, description)
    : valueOption(`--${flagOf(setting)} <${placeholder}>`, description)
}

/** By their names on the command line. */
function givenFlags(command: Command): Flags {
  const given = command.options.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName())
    const flag = option.long?.slice('--'.length)
    return flag !== undefined && (typeof value === 'string' || value === true) ? [[flag, value] as const] : []
  })
  return Object.fromEntries(given)
}
