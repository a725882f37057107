import { connectAnalytics, resumeAnalytics } from '@hearth/client/analytics'
import type { FirebaseApp } from 'firebase/app'
import { isSupported, logEvent, setDefaultEventParameters } from 'firebase/analytics'
import { switchAnalytics } from './forget-browser.ts'
import type { EventSink } from '../telemetry.ts'

/** The console's own analytics, in the project `console` of this server. Rejects where the browser can't. */
export async function openConsoleAnalytics(app: FirebaseApp): Promise<EventSink> {
  if (!(await isSupported())) throw new Error('This browser keeps no analytics identity.')
  // Addresses and titles of the console name projects, documents and people: each event would say on which page it happened.
  const page = `${location.origin}/`
  setDefaultEventParameters({ page_location: page, page_title: 'Hearth', page_referrer: page })
  const analytics = connectAnalytics(app, { settings: { config: { send_page_view: false } } })
  await resumeAnalytics(app)
  switchAnalytics(app, { isOn: true })
  return {
    log: ({ name, ...parameters }) => logEvent(analytics, name as string, parameters),
  }
}
