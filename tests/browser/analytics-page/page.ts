import { connectAnalytics } from '@hearth/client/analytics'
import * as sdk from 'firebase/analytics'
import { initializeApp } from 'firebase/app'
import { getId, getInstallations } from 'firebase/installations'

/** What a test does in the page: `firebase/analytics` as an app uses it, each of its functions by name. */
const { location } = globalThis as unknown as { location: { search: string } }
const origin = new URLSearchParams(location.search).get('origin') ?? ''
const app = initializeApp({ apiKey: 'hk_shop-app_x', appId: '1:123456789012:web:abc', projectId: 'shop-app' })

const page = {
  functions: () => Object.keys(sdk),
  isSupported: () => sdk.isSupported(),
  /** Begins; `dataLayerName` as an app chooses it that has a tag of its own. */
  start(settings: sdk.AnalyticsSettings = {}, dataLayerName?: string) {
    if (dataLayerName !== undefined) sdk.settings({ dataLayerName, gtagName: 'ownTag' })
    const analytics = connectAnalytics(app, { origin, settings, ...(dataLayerName !== undefined && { dataLayerName }) })
    return sdk.getAnalytics(app) === analytics && sdk.initializeAnalytics(app, settings) === analytics
  },
  log: (name: string, params?: Record<string, unknown>, options?: sdk.AnalyticsCallOptions) =>
    sdk.logEvent(sdk.getAnalytics(app), name, params, options),
  setUserId: (uid: string | null, options?: sdk.AnalyticsCallOptions) =>
    sdk.setUserId(sdk.getAnalytics(app), uid, options),
  setUserProperties: (properties: sdk.CustomParams, options?: sdk.AnalyticsCallOptions) =>
    sdk.setUserProperties(sdk.getAnalytics(app), properties, options),
  setDefaultEventParameters: (params: sdk.CustomParams) => sdk.setDefaultEventParameters(params),
  // The SDK calls it deprecated; apps use it.
  // eslint-disable-next-line typescript/no-deprecated
  setCurrentScreen: (name: string) => sdk.setCurrentScreen(sdk.getAnalytics(app), name),
  setAnalyticsCollectionEnabled: (isEnabled: boolean) =>
    sdk.setAnalyticsCollectionEnabled(sdk.getAnalytics(app), isEnabled),
  setConsent: (settings: sdk.ConsentSettings) => sdk.setConsent(settings),
  clientId: () => sdk.getGoogleAnalyticsClientId(sdk.getAnalytics(app)),
  installationId: () => getId(getInstallations(app)),
}

export type AnalyticsPage = typeof page
Object.assign(globalThis, { page })
