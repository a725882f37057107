export type Environment = Readonly<Record<string, string | undefined>>

/** Flags by their name without dashes; a switch without a value is `true`. */
export type Flags = Readonly<Record<string, string | true>>

/** The only reader of the environment. */
export function readEnvironment(): Environment {
  return process.env
}

/** What settings are about: those of one area stand together. */
export type SettingArea =
  | 'address'
  | 'data'
  | 'contents'
  | 'limits'
  | 'backups'
  | 'console'
  | 'mails'
  | 'outside'
  | 'dev'
  | 'log'

/** One setting of the server, declared once: what reads it, checks it and explains it. */
export interface Option<T> {
  /** The environment variable, `HEARTH_…`; its flag is the same words: `HEARTH_PUBLIC_URL` is `--public-url`. */
  readonly variable: `HEARTH_${string}`
  /** What stands for the value in help texts; undefined for a switch that is on when given. */
  readonly placeholder: string | undefined
  readonly area: SettingArea
  /** It begins with `start: ` or `dev: ` where the other one of the commands has no use for it. */
  readonly help: string
  readonly defaultText: string
  readonly defaultValue: T
  /** What may be shown of a value, as `parse` takes it; undefined for a secret, of which nobody is shown more than that it is set. */
  readonly shown: ((text: string) => string) | undefined
  /** Throws an `Error` whose message completes "HEARTH_PORT ...". */
  readonly parse: (text: string) => T
}

export function flagOf(option: Option<unknown>): string {
  return option.variable.slice('HEARTH_'.length).toLowerCase().replaceAll('_', '-')
}

interface About<T> {
  readonly variable: `HEARTH_${string}`
  readonly area: SettingArea
  readonly help: string
  readonly defaultValue: T
  readonly defaultText?: string
}

export function textOption<T extends string | undefined>(
  about: About<T> & {
    placeholder: string
    check?: (text: string) => string | undefined
    shown?: (text: string) => string
  },
): Option<T> {
  const { placeholder, check, shown } = about
  const parse = (text: string): T => {
    const complaint = text === '' ? 'must not be empty' : check?.(text)
    if (complaint !== undefined) throw new Error(complaint)
    return text as T
  }
  return { ...described(about), placeholder, shown, parse }
}

export function integerOption(about: About<number> & { min: number; max: number }): Option<number> {
  const { min, max } = about
  const parse = (text: string): number => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`)
    return value
  }
  return { ...described(about), placeholder: 'number', shown: String, parse }
}

export function choiceOption<T extends string>(about: About<T> & { choices: readonly T[] }): Option<T>
/** Without a default: what it is then depends on other settings. */
export function choiceOption<T extends string>(
  about: About<undefined> & { choices: readonly T[] },
): Option<T | undefined>
export function choiceOption<T extends string>(
  about: About<T | undefined> & { choices: readonly T[] },
): Option<T | undefined> {
  const { choices } = about
  const parse = (text: string): T => {
    const choice = choices.find((candidate) => candidate === text)
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`)
    return choice
  }
  return { ...described(about), placeholder: choices.join('|'), shown: String, parse }
}

export function switchOption(about: About<boolean>): Option<boolean> {
  const parse = (text: string): boolean => {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
    throw new Error('must be true or false')
  }
  return { ...described(about), placeholder: undefined, shown: String, parse }
}

function described<T>(about: About<T>): Pick<Option<T>, 'variable' | 'area' | 'help' | 'defaultText' | 'defaultValue'> {
  const { variable, area, help, defaultValue } = about
  return { variable, area, help, defaultValue, defaultText: about.defaultText ?? String(defaultValue ?? 'none') }
}
