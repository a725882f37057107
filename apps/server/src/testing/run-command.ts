import { runCommandLine } from '../cli/run-command-line.ts'
import type { CommandContext } from '../cli/command.ts'
import { SettingsError } from '../config/server-config.ts'
import type { Environment } from '../config/option.ts'

export interface CommandEnd {
  /** The exit status. */
  readonly status: number
  /** Lines of standard output. */
  readonly printed: readonly string[]
  /** Sentences of standard error, with those about wrong settings. */
  readonly told: readonly string[]
}

/** Runs `hearth <words>` in this process. */
export async function runCommand(words: readonly string[], environment: Environment = {}): Promise<CommandEnd> {
  const [printed, told]: [string[], string[]] = [[], []]
  const context: CommandContext = {
    environment,
    print: (line) => void printed.push(line),
    tell: (sentence) => void told.push(sentence),
  }
  try {
    return { status: await runCommandLine(words, context), printed, told }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { status: 2, printed, told: [...told, ...error.complaints] }
  }
}

/** `{ url: 'http://…', prune: true }` as `--url http://… --prune`. */
export function flagWords(flags: Readonly<Record<string, string | true>>): string[] {
  return Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, value]))
}
