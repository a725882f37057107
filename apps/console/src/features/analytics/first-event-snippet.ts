import type { AppIdentity } from '../../backend/api/console-settings.ts'
import { webSnippet } from '../../shared/snippets.ts'

/** How a web app reports its first event, with the values of this project. */
export function firstEventSnippet(identity: AppIdentity, origin: string): string {
  return webSnippet(identity, origin, {
    imports: "import { getAnalytics, logEvent } from 'firebase/analytics'",
    code: "logEvent(getAnalytics(app), 'tutorial_begin')",
  })
}
