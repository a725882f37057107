import type { ProjectStore } from '../persistence/persistence.ts'

export interface AnalyticsSettings {
  /** So long events are kept, with what funnels read; roll-ups stay. */
  readonly retentionMonths: number
}

export const retentionMonthsDefault = 14
export const retentionMonthsMax = 60

const space = 'analytics-settings'
const key = 'settings'

export async function readSettings(store: ProjectStore): Promise<AnalyticsSettings> {
  const record = await store.getRecord(space, key)
  return record === undefined
    ? { retentionMonths: retentionMonthsDefault }
    : (JSON.parse(record.value) as AnalyticsSettings)
}

export async function writeSettings(store: ProjectStore, settings: AnalyticsSettings): Promise<void> {
  await store.commit({ records: [{ space, key, value: JSON.stringify(settings) }] })
}

/** When the oldest event that is still kept may have arrived, in milliseconds. */
export function keptSince({ retentionMonths }: AnalyticsSettings, nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, now.getUTCDate())
}
