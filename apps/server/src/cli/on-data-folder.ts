import { explain } from '../backups/server/explain.ts'
import { DataFolderError } from '../operations/data-folder.ts'
import { CommandFailure } from './command.ts'

/** Runs `work`; what it throws ends the command with a sentence: with 3 for a data folder that can't be used. */
export async function onDataFolder(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw new CommandFailure(explain(cause), { status: cause instanceof DataFolderError ? 3 : 1, cause })
  }
}
