import type { FirebaseApp } from 'firebase/app'

/** As `setAnalyticsCollectionEnabled` of the SDK does, also where no analytics were opened: while nobody is signed in nobody is counted. */
export function switchAnalytics({ options }: FirebaseApp, { isOn }: { readonly isOn: boolean }): void {
  Object.assign(globalThis, { [`ga-disable-${options.measurementId ?? ''}`]: !isOn })
}
