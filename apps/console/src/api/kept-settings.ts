import { type ConsoleSettings, getConsoleSettings, isConsoleSettings } from './console-settings.ts'
import { HearthError } from './hearth-error.ts'

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
    if (!settings.setupRequired) write(settings)
    return { settings, isKept: false }
  } catch (thrown) {
    const settings = read()
    if (settings === undefined || !(thrown instanceof HearthError && thrown.code === 'unavailable')) throw thrown
    return { settings, isKept: true }
  }
}

function read(): ConsoleSettings | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isConsoleSettings(kept) ? kept : undefined
  } catch {
    // Storage is blocked: nothing was kept.
    return undefined
  }
}

function write(settings: ConsoleSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings))
  } catch {
    // Storage is blocked or full: without the server the console doesn't open then.
  }
}
