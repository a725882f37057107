import { connectAuth } from '@hearth/client/auth'
import { initializeApp, type FirebaseApp } from 'firebase/app'
import { type Auth, browserSessionPersistence } from 'firebase/auth'
import { type ConsoleSettings, getConsoleSettings } from '../api/console-settings.ts'
import { isWithoutDatabases } from '../../browser/without-databases.ts'

/** The console as an app of project `console`. Only identity is set up here; the rest loads with the screens that use it. */
export interface ConsoleApp {
  readonly settings: ConsoleSettings
  readonly app: FirebaseApp
  readonly auth: Auth
}

/** Throws `unavailable` when the server doesn't answer. */
export async function openConsoleApp(): Promise<ConsoleApp> {
  const settings = await getConsoleSettings()
  const app = initializeApp({
    ...settings.app,
    measurementId: settings.app.measurementId ?? '',
    authDomain: location.host,
  })
  const auth = connectAuth(app, isWithoutDatabases() ? { persistence: browserSessionPersistence } : {})
  await auth.authStateReady()
  return { settings, app, auth }
}
