import { resetAnalyticsData } from '@hearth/client/analytics'
import { forgetInstallation } from '@hearth/client/installations'
import type { FirebaseApp } from 'firebase/app'
import { switchAnalytics } from './analytics-switch.ts'

/** Takes this browser's installation and its analytics identity from it: whoever signs in next has others. Never fails. */
export async function forgetBrowser(app: FirebaseApp): Promise<void> {
  resetAnalyticsData()
  switchAnalytics(app, { isOn: false })
  await forgetInstallation(app).catch(() => {
    // A browser without a database keeps no installation.
  })
}
