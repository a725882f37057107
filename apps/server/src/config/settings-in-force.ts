import { type Option, flagOf, type SettingArea, type Environment, type Flags } from './option.ts'
import { options } from './options.ts'

type Mode = 'start' | 'dev'

/** One setting as this server has it, for its owner to read. No secret is in it. */
export interface SettingInForce {
  /** The environment variable. */
  readonly name: string
  /** Without dashes. */
  readonly flag: string
  readonly area: SettingArea
  readonly help: string
  readonly defaultText: string
  /** Where its value comes from; a flag wins. */
  readonly from: 'default' | 'environment' | 'flag'
  /** Undefined for a secret, and where the default holds. */
  readonly value: string | undefined
}

/** The settings that one of the commands has a use for, with the help as this command's own. */
export function optionsOf(mode: Mode): Option<unknown>[] {
  const all: readonly Option<unknown>[] = Object.values(options)
  const others = mode === 'start' ? 'dev: ' : 'start: '
  return all
    .filter(({ help }) => !help.startsWith(others))
    .map((option) => ({ ...option, help: option.help.replace(`${mode}: `, '') }))
}

/** Every setting of the command, in the order of the reference page. What is given has been checked by `parseConfig`. */
export function settingsInForce(mode: Mode, flags: Flags, environment: Environment): SettingInForce[] {
  return optionsOf(mode).map((option) => {
    const { variable: name, area, help, defaultText } = option
    const flag = flagOf(option)
    const byFlag = flags[flag]
    const text = byFlag === undefined ? environment[name] : String(byFlag)
    const from = byFlag !== undefined ? 'flag' : text !== undefined ? 'environment' : 'default'
    const value = text === undefined ? undefined : option.shown?.(text)
    return { name, flag, area, help, defaultText, from, value }
  })
}
