import { connectAnalytics } from '@hearth/client/analytics'
import type { FirebaseApp } from 'firebase/app'
import { isSupported, logEvent } from 'firebase/analytics'
import type { EventSink } from '../telemetry/telemetry.ts'

/** The console's own analytics, in the project `console` of this server. Rejects where the browser can't. */
export async function openConsoleAnalytics(app: FirebaseApp): Promise<EventSink> {
  if (!(await isSupported())) throw new Error('This browser keeps no analytics identity.')
  const analytics = connectAnalytics(app, { settings: { config: { send_page_view: false } } })
  return {
    log: ({ name, ...parameters }) => logEvent(analytics, name as string, parameters),
  }
}
