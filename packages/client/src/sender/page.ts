/** The window that the sender reports for. All of the browser is reached through it, so that a test can be the page. */
export type Page = Window & typeof globalThis

/** The switch that `setAnalyticsCollectionEnabled` of the SDK sets. */
export function isSwitchedOff(page: Page, measurementId: string): boolean {
  return (page as unknown as Record<string, unknown>)[`ga-disable-${measurementId}`] === true
}
