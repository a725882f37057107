import { StatusError } from '@hearth/model'
import { type Command, CommanderError } from 'commander'
import { SettingsError } from '../config/server-config.ts'
import { readVersion } from '../version.ts'
import { CommandFailure, type CommandContext } from './command.ts'
import { commands } from './commands.ts'

/**
 * Runs `hearth <words>` and resolves with the exit status: 0, or what the command failed with after it told why. `start` and `dev` resolve
 * when the server answers. Throws `SettingsError` for words that are no command or wrong settings.
 */
export async function runCommandLine(words: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = words
  if (name === '--version' || name === 'version') {
    context.print(readVersion())
    return 0
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    const [about] = rest
    if (about === undefined || findCommand(about) === undefined) context.print(overview())
    else await run(about, [...rest.slice(1), '--help'], context)
    return 0
  }
  if (name === undefined) throw new SettingsError([`A command is missing: ${commandList}.`])
  return await run(name, rest, context)
}

const commandList = [...Object.keys(commands), 'help', 'version'].join(', ')

function findCommand(name: string) {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

async function run(name: string, words: readonly string[], context: CommandContext): Promise<number> {
  const entry = findCommand(name)
  if (entry === undefined) throw new SettingsError([`"${name}" is not a command. The commands are ${commandList}.`])
  const makeCommand = await entry.load()
  const command = makeCommand(context).name(`hearth ${name}`)
  assertAction(name, command, words)
  try {
    await command.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // `--help` ends the parse, too.
      if (error.exitCode === 0) return 0
      throw new SettingsError([sentenceOf(error)])
    }
    if (error instanceof CommandFailure || error instanceof StatusError) {
      if (error.message !== '') context.tell(error.message)
      return error instanceof CommandFailure ? error.status : 1
    }
    throw error
  }
}

/** A command of several actions says which there are. */
function assertAction(name: string, command: Command, [first = '']: readonly string[]): void {
  const actions = command.commands.map((action) => action.name())
  if (actions.length === 0 || ['help', '--help', '-h', ...actions].includes(first)) return
  throw new SettingsError([`Say what to do: ${actions.map((action) => `${name} ${action}`).join(' or ')}.`])
}

/** `error: unknown option '--x'` as a sentence. */
function sentenceOf({ message }: CommanderError): string {
  const text = message.replace(/^error: /, '').replace(/\.$/, '')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  return `Hearth: a home for the backend of apps on the Firebase SDKs.

Usage: hearth <command> [settings]
       hearth help <command>

Commands:
${lines.join('\n')}
  help       print this, or all about one command
  version    print the version

Exit status: 0 clean stop, 1 a command or the server failed, 2 a bad setting, 3 a data folder that can't be used, 4 a port that can't.`
}
