import { type ConsoleSettings, getConsoleSettings, isConsoleSettings } from './console-settings.ts'
import { HearthError } from './hearth-error.ts'
import { keepJson, readKeptJson } from '../firebase/kept-storage.ts'

const key = 'hearth.console'

export interface KnownSettings {
  readonly settings: ConsoleSettings
  /** The server didn't answer; they are what it said the last time. */
  readonly isKept: boolean
}

/** What the server tells everybody, or told this browser when it answered last. */
export async function findConsoleSettings(): Promise<KnownSettings> {
  try {
    const settings = await getConsoleSettings()
    if (!settings.setupRequired) keepJson(key, settings)
    return { settings, isKept: false }
  } catch (thrown) {
    const settings = readKeptJson(key, (json) => (isConsoleSettings(json) ? json : undefined))
    if (settings === undefined || !(thrown instanceof HearthError && thrown.code === 'unavailable')) throw thrown
    return { settings, isKept: true }
  }
}
