import { resetAnalyticsData } from '@hearth/client/analytics'
import { forgetInstallation } from '@hearth/client/installations'
import type { FirebaseApp } from 'firebase/app'

/** Takes this browser's installation and its analytics identity from it: whoever signs in next has others. Never fails. */
export async function forgetBrowser(app: FirebaseApp): Promise<void> {
  resetAnalyticsData()
  switchAnalytics(app, { isOn: false })
  await forgetInstallation(app).catch(() => {
    // A browser without a database keeps no installation.
  })
}

/** As `setAnalyticsCollectionEnabled` of the SDK does, also where no analytics were opened: while nobody is signed in nobody is counted. */
export function switchAnalytics({ options }: FirebaseApp, { isOn }: { readonly isOn: boolean }): void {
  Object.assign(globalThis, { [`ga-disable-${options.measurementId ?? ''}`]: !isOn })
}
