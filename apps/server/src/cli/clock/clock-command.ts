import { resolve } from 'node:path'
import { options } from '../../config/options.ts'
import { type Environment, type Flags, SettingsError } from '../../config/server-config.ts'

/** `hearth clock accept` or `hearth clock repair`, with everything it needs. */
export interface ClockCommand {
  readonly action: 'accept' | 'repair'
  readonly dataFolder: string
  /** Of `repair`: not only says what it would do. */
  readonly apply: boolean
}

export const clockCommandHelp = `For a server whose clock was wrong, or that was off for more than a week: it doubts its clock, and deletes nothing because of its age;
its log says so, and the console under Server → Clock. Run it on the server's machine, as the server's own user, with a clock that is right:
  hearth clock accept
      says that the clock is right: the server follows it, and deletes again what is past its time;
      a running server hears it within a minute, another one at its start
  hearth clock repair
      while the server is stopped: says what was dated after the present
      --apply          dates it anew, after it made a copy of every store that it changes
      --data <folder>  of the server, for both; or HEARTH_DATA; default: ./hearth-data
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseClockCommand(action: string | undefined, flags: Flags, environment: Environment): ClockCommand {
  if (action !== 'accept' && action !== 'repair') {
    throw new SettingsError(['Say what to do: clock accept or clock repair.'])
  }
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (name === 'apply' && action === 'repair') {
      if (value !== true) complaints.push('--apply takes no value.')
    } else if (name !== 'data') complaints.push(`--${name} is not a setting of this command.`)
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  if (complaints.length > 0) throw new SettingsError(complaints)
  const given = typeof flags['data'] === 'string' ? flags['data'] : undefined
  const dataFolder = given ?? environment[options.dataFolder.variable] ?? options.dataFolder.defaultText
  return {
    action,
    dataFolder: resolve(dataFolder),
    apply: flags['apply'] === true,
  }
}
