import type { Command } from 'commander'
import { systemClock } from '../../lib/ambient.ts'
import { composeRedating } from '../../compose/compose-stores.ts'
import { type CommandContext, newCommand, restrictToUser } from '../command.ts'
import { dataFolderOption, onDataFolder, readDataFolder } from '../data-folder.ts'
import { acceptClock, repairDates } from './repair-dates.ts'

interface ClockOptions {
  readonly data?: string
  readonly apply?: boolean
}

/** `hearth clock accept|repair` */
export function clockCommand(context: CommandContext): Command {
  const { environment, tell } = context
  const clock = newCommand('clock', context).description(
    "For a server whose clock was wrong, or that was off for more than a week: it doubts its clock, and deletes nothing because of its age; its log says so, and the console under Server → Clock. Run it on the server's machine, as the server's own user, with a clock that is right.",
  )
  clock
    .command('accept')
    .description(
      'say that the clock is right: the server follows it, and deletes again what is past its time; a running server hears it within a minute, another one at its start',
    )
    .addOption(dataFolderOption())
    .action(async ({ data }: ClockOptions) => {
      restrictToUser()
      await onDataFolder(async () => acceptClock(readDataFolder(data, environment), systemClock, tell))
    })
  clock
    .command('repair')
    .description('while the server is stopped: say what was dated after the present')
    .option('--apply', 'date it anew, after a copy was made of every store that is changed')
    .addOption(dataFolderOption())
    .action(async ({ data, apply = false }: ClockOptions) => {
      restrictToUser()
      const dataFolder = readDataFolder(data, environment)
      const around = { engine: composeRedating(), clock: systemClock }
      await onDataFolder(() => repairDates({ dataFolder, apply }, around, tell))
    })
  return clock
}
