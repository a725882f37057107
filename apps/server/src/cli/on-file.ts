import { CommandFailure } from './command.ts'

/** Runs `work` on a file that the command was given. A failure of the file system ends the command with a sentence. */
export async function onFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new CommandFailure(`${file} can't be used: ${cause.message}.`, { cause })
  }
}
