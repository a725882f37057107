import { endProcess, exitStatus } from './cli/exit-status.ts'
import { runCommandLine } from './cli/run-command-line.ts'
import { readEnvironment } from './config/option.ts'
import { SettingsError } from './config/server-config.ts'

/** The whole life of the process, from its command line to its exit status. */
export async function runHearth(words: readonly string[]): Promise<void> {
  // Whoever reads the output of a command may have seen enough, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitStatus.clean)
  })
  try {
    process.exitCode = await runCommandLine(words, {
      environment: readEnvironment(),
      print: (line) => void process.stdout.write(`${line}\n`),
      tell: (sentence) => void process.stderr.write(`${sentence}\n`),
    })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    endProcess(exitStatus.badSetting, error.complaints)
  }
}
