import { StatusError } from '@hearth/model'
import type { Expectation, ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { TimeZone } from './time-zone.ts'

export interface AnalyticsSettings {
  /** So long events are kept, with what funnels read; roll-ups stay. */
  readonly retentionMonths: number
  /** Whose days are counted: an IANA name. */
  readonly timeZone: string
}

/** What is absent stays. */
export type SettingsChange = { readonly [Name in keyof AnalyticsSettings]?: AnalyticsSettings[Name] | undefined }

/** From which place in the log on events count in a time zone. */
interface ZoneChange {
  /** A key of the log; empty for its beginning. */
  readonly after: string
  readonly timeZone: string
}

interface KeptSettings {
  readonly retentionMonths: number
  /** In their order; absent before there were time zones. */
  readonly zones?: readonly ZoneChange[]
}

export const RETENTION_MONTHS_DEFAULT = 14
export const RETENTION_MONTHS_MAX = 60
export const TIME_ZONE_DEFAULT = 'UTC'
/** Earlier changes are forgotten: what came before counts in the oldest that is known. */
const ZONES_MAX = 100

const SPACE = 'analytics-settings'
const KEY = 'settings'

/** The settings at one moment, with the time zone that each event of the log counts in. */
export class ReadSettings implements AnalyticsSettings {
  readonly #kept: KeptSettings
  /** Fails when somebody changed the settings since. */
  readonly expectation: Expectation

  constructor(record: StoredRecord | undefined) {
    this.#kept =
      record === undefined ? { retentionMonths: RETENTION_MONTHS_DEFAULT } : (JSON.parse(record.value) as KeptSettings)
    this.expectation = { kind: 'record', space: SPACE, key: KEY, revision: record?.revision ?? 0 }
  }

  get retentionMonths(): number {
    return this.#kept.retentionMonths
  }

  get timeZone(): string {
    return this.zone.name
  }

  /** The zone that events count in from now on. */
  get zone(): TimeZone {
    return TimeZone.of(this.#zones.at(-1)?.timeZone ?? TIME_ZONE_DEFAULT)
  }

  /** The zone that the events of a record of the log count in. */
  zoneAt(logKey: string): TimeZone {
    const found = this.#zones.findLast(({ after }) => logKey > after) ?? this.#zones[0]
    return TimeZone.of(found?.timeZone ?? TIME_ZONE_DEFAULT)
  }

  /** What is kept when events after `logKey` count in another zone, where there is one. */
  changed(change: SettingsChange, logKey: string): { space: string; key: string; value: string } {
    const { retentionMonths = this.retentionMonths, timeZone = this.timeZone } = change
    const zones =
      timeZone === this.timeZone
        ? this.#zones
        : [...this.#zones.filter(({ after }) => after < logKey || after === ''), { after: logKey, timeZone }]
    const kept: KeptSettings = { retentionMonths, zones: zones.slice(-ZONES_MAX) }
    return { space: SPACE, key: KEY, value: JSON.stringify(kept) }
  }

  get #zones(): readonly ZoneChange[] {
    return this.#kept.zones ?? [{ after: '', timeZone: TIME_ZONE_DEFAULT }]
  }
}

export async function readSettings(store: ProjectStore): Promise<ReadSettings> {
  return new ReadSettings(await store.getRecord(SPACE, KEY))
}

/** Throws `invalid-argument`/`INVALID_RETENTION`, `INVALID_TIME_ZONE`. */
export function assertSettings({ retentionMonths, timeZone }: SettingsChange): void {
  if (timeZone !== undefined) TimeZone.of(timeZone)
  if (retentionMonths === undefined) return
  if (!Number.isInteger(retentionMonths) || retentionMonths < 1 || retentionMonths > RETENTION_MONTHS_MAX) {
    const text = `Events are kept for 1 to ${RETENTION_MONTHS_MAX} months.`
    throw new StatusError('invalid-argument', 'INVALID_RETENTION', text)
  }
}

/** When the oldest event that is still kept may have arrived, in milliseconds: in a month without such a day, its last day. */
export function keptSince({ retentionMonths }: AnalyticsSettings, nowMs: number): number {
  const now = new Date(nowMs)
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth() - retentionMonths
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay))
}
