import { resolve } from 'node:path'
import { options } from '../config/options.ts'
import type { Environment } from '../config/given-settings.ts'
import { valueOption } from './command.ts'

export function dataFolderOption() {
  return valueOption('--data <folder>', "the server's data folder; or HEARTH_DATA; default: ./hearth-data")
}

/** The absolute path of what `dataFolderOption` was given. */
export function readDataFolder(given: string | undefined, environment: Environment): string {
  return resolve(given ?? environment[options.dataFolder.variable] ?? options.dataFolder.defaultText)
}
