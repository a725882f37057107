import { resolve } from 'node:path'
import { explain } from '../backups/server/explain.ts'
import { options } from '../config/options.ts'
import type { Environment } from '../config/option.ts'
import { DataFolderError } from '../operations/data-folder.ts'
import { CommandFailure, valueOption } from './command.ts'

export function dataFolderOption() {
  return valueOption('--data <folder>', "the server's data folder; or HEARTH_DATA; default: ./hearth-data")
}

/** The absolute path of what `dataFolderOption` was given. */
export function readDataFolder(given: string | undefined, environment: Environment): string {
  return resolve(given ?? environment[options.dataFolder.variable] ?? options.dataFolder.defaultText)
}

/** Runs `work`; what it throws ends the command with a sentence: with 3 for a data folder that can't be used. */
export async function onDataFolder(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw new CommandFailure(explain(cause), { status: cause instanceof DataFolderError ? 3 : 1, cause })
  }
}
