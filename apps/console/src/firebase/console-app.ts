import { connectAuth } from '@hearth/client/auth'
import { initializeApp, type FirebaseApp } from 'firebase/app'
import { type Auth, browserSessionPersistence } from 'firebase/auth'
import type { ConsoleSettings } from '../api/console-settings.ts'
import { HearthError } from '../api/hearth-error.ts'
import { findConsoleSettings } from '../api/kept-settings.ts'
import { connection } from '../live/connection.ts'
import { isWithoutDatabases } from './without-databases.ts'

/** The console as an app of project `console`. Only identity is set up here; the rest loads with the screens that use it. */
export interface ConsoleApp {
  readonly settings: ConsoleSettings
  readonly app: FirebaseApp
  readonly auth: Auth
}

/** Throws `unavailable` when the server doesn't answer and nobody is signed in, who could go on with what this browser keeps. */
export async function openConsoleApp(): Promise<ConsoleApp> {
  const { settings, isKept } = await findConsoleSettings()
  const app = initializeApp({
    ...settings.app,
    measurementId: settings.app.measurementId ?? '',
    authDomain: location.host,
  })
  const auth = connectAuth(app, isWithoutDatabases() ? { persistence: browserSessionPersistence } : {})
  await auth.authStateReady()
  if (isKept && auth.currentUser === null) {
    throw new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: 'The server does not answer.' })
  }
  // The page begins with what this browser keeps, and says so at once.
  if (isKept) void connection.probe()
  return { settings, app, auth }
}
