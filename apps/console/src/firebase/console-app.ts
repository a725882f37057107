import { connectAuth } from '@hearth/client/auth'
import { initializeApp, type FirebaseApp } from 'firebase/app'
import type { Auth } from 'firebase/auth'
import { getConsoleSettings, type ConsoleSettings } from '../api/console-settings.ts'

/** The console as an app of project `console`. Only identity is set up here; the rest loads with the screens that use it. */
export interface ConsoleApp {
  readonly settings: ConsoleSettings
  readonly app: FirebaseApp
  readonly auth: Auth
}

export async function openConsoleApp(): Promise<ConsoleApp> {
  const settings = await getConsoleSettings()
  const app = initializeApp({
    ...settings.app,
    measurementId: settings.app.measurementId ?? '',
    authDomain: location.host,
  })
  return { settings, app, auth: connectAuth(app) }
}
