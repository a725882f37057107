import type { AppIdentity } from '../../api/console-settings.ts'

/** How a web app reports its first event: the SDK's own set-up, with the values of this project. */
export function firstEventSnippet(identity: AppIdentity, origin: string): string {
  return `import { initializeApp } from 'firebase/app'
import { getAnalytics, logEvent } from 'firebase/analytics'
import { connectHearth } from '@hearth/client'

const app = initializeApp({
  projectId: '${identity.projectId}',
  apiKey: '${identity.apiKey}',
  appId: '${identity.appId}',
  measurementId: '${identity.measurementId ?? ''}',
})
connectHearth(app, { origin: '${origin}' })

logEvent(getAnalytics(app), 'tutorial_begin')
`
}
