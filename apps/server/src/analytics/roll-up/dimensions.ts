import type { KeptBatch, KeptEvent } from '../event.ts'
import { dayMs } from '../days.ts'

/** Stands for a value that an event does not have. */
export const notSet = '(not set)'
/** Stands for all values beyond those that a roll-up has room for. */
export const otherValues = '(other)'
const valueLengthMax = 100

/** What events are rolled up by, besides day, app and name. Beside these: `hour`, `customEvent:NAME`, `customUser:NAME`. */
export const eventDimensions = [
  'countryId',
  'language',
  'deviceCategory',
  'operatingSystem',
  'browser',
  'appVersion',
  'unifiedScreenName',
  'unifiedPagePathScreen',
  'pageTitle',
  'hostName',
  'pageReferrer',
] as const
export type EventDimension = (typeof eventDimensions)[number]

/** The same, of the last half hour. */
export const realtimeDimensions: readonly EventDimension[] = [
  'countryId',
  'deviceCategory',
  'appVersion',
  'unifiedScreenName',
]

/** Parameters that have a dimension of their own, or a new value with each event. */
const ownParameters = new Set([
  'page_location',
  'page_path',
  'page_title',
  'page_referrer',
  'screen_name',
  'firebase_screen',
  'firebase_screen_class',
  'language',
  'session_id',
  'ga_session_id',
  'engagement_time_msec',
])

export function isCustomParameter(name: string): boolean {
  return !ownParameters.has(name)
}

export type GuessCountry = (timeZone: string | undefined, language: string | undefined) => string | undefined

/** The value of a dimension, cut to 100 characters. */
export type DimensionReader = (dimension: string) => string | undefined

/** Reads the dimensions of one event; undefined for a parameter or user property that it does not have. */
export function dimensionsOf(batch: KeptBatch, event: KeptEvent, guessCountry: GuessCountry): DimensionReader {
  const { device } = batch
  const { params } = event
  const language = device.language ?? textOf(params['language'])
  const readers: Readonly<Record<EventDimension | 'hour', () => string | undefined>> = {
    hour: () => String(new Date(event.time % dayMs).getUTCHours()).padStart(2, '0'),
    countryId: () => guessCountry(device.timeZone, language),
    language: () => language?.toLowerCase(),
    deviceCategory: () => device.deviceCategory,
    operatingSystem: () => device.operatingSystem,
    browser: () => device.browser,
    appVersion: () => device.appVersion,
    unifiedScreenName: () => screenOf(event) ?? textOf(params['page_title']),
    unifiedPagePathScreen: () => pathOf(event) ?? screenOf(event),
    pageTitle: () => textOf(params['page_title']),
    hostName: () => urlOf(event)?.host,
    pageReferrer: () => textOf(params['page_referrer']),
  }
  return (dimension) => {
    if (dimension.startsWith('customEvent:')) return valueOf(params, dimension.slice('customEvent:'.length))
    if (dimension.startsWith('customUser:')) return valueOf(batch.userProperties, dimension.slice('customUser:'.length))
    const value = Object.hasOwn(readers, dimension) ? readers[dimension as EventDimension]() : undefined
    return value === undefined || value === '' ? notSet : cut(value)
  }
}

export function screenOf({ params }: KeptEvent): string | undefined {
  return textOf(params['firebase_screen']) ?? textOf(params['screen_name'])
}

function pathOf(event: KeptEvent): string | undefined {
  return textOf(event.params['page_path']) ?? urlOf(event)?.path
}

/** Without the query, which may name people. */
function urlOf({ params }: KeptEvent): { host: string; path: string } | undefined {
  const [, host, path] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(textOf(params['page_location']) ?? '') ?? []
  return host === undefined ? undefined : { host: host.toLowerCase(), path: path === '' ? '/' : (path ?? '/') }
}

function textOf(value: string | number | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function valueOf(fields: KeptEvent['params'], name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return value === undefined ? undefined : cut(String(value))
}

function cut(value: string): string {
  if (value.length <= valueLengthMax) return value
  // Half of a surrogate pair is no text.
  return value.slice(0, valueLengthMax).toWellFormed()
}
