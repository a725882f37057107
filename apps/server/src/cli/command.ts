import { Command, InvalidArgumentError, Option } from 'commander'
import type { Environment } from '../config/option.ts'

/** What a command reads besides its own words, and where it writes. */
export interface CommandContext {
  readonly environment: Environment
  /** A line of the result, to standard output. */
  readonly print: (line: string) => void
  /** A sentence about progress or failure, to standard error. */
  readonly tell: (sentence: string) => void
}

/** Ends a command that could not do what it was asked to. What has been told already needs no sentence. */
export class CommandFailure extends Error {
  /** The exit status (docs/specification.md). */
  readonly status: number

  constructor(sentence = '', { status = 1, cause }: { status?: number; cause?: unknown } = {}) {
    super(sentence, { cause })
    this.name = 'CommandFailure'
    this.status = status
  }
}

/** A command whose mistakes are thrown and whose help goes to `print`. Subcommands made with its `command()` do the same. */
export function newCommand(name: string, { print }: CommandContext): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => {} })
    .configureHelp({ helpWidth: 100 })
    .showSuggestionAfterError(false)
}

/** `--name <value>`, given at most once. */
export function valueOption(flags: string, description: string): Option {
  const parseOnce = (value: string, earlier: string | undefined): string => {
    if (earlier !== undefined) throw new InvalidArgumentError('It is given twice.')
    return value
  }
  return new Option(flags, description).argParser(parseOnce)
}

export function projectOption(): Option {
  return valueOption('--project <id>', 'the id of the project').makeOptionMandatory()
}

/** Files that are written from here on are readable for this user alone. */
export function restrictToUser(): void {
  process.umask(0o077)
}

/** Runs `work` on a file that the command was given. A failure of the file system ends the command with a sentence. */
export async function onFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new CommandFailure(`${file} can't be used: ${cause.message}.`, { cause })
  }
}
