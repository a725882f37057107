import type { KeptBatch, KeptEvent } from '../event.ts'
import type { TimeZone } from '../time-zone.ts'

/** Stands for a value that an event does not have. */
export const NOT_SET = '(not set)'
/** Stands for all values beyond those that a roll-up has room for. */
export const OTHER_VALUES = '(other)'
const VALUE_LENGTH_MAX = 100
const hours = Array.from({ length: 24 }, (_none, hour) => String(hour).padStart(2, '0'))

/** What the events of a batch have in common. */
const batchDimensions = ['countryId', 'language', 'deviceCategory', 'operatingSystem', 'browser', 'appVersion'] as const
/** What an event says by itself. */
const ownDimensions = [
  'hour',
  'unifiedScreenName',
  'unifiedPagePathScreen',
  'pageTitle',
  'hostName',
  'pageReferrer',
] as const
type BatchDimension = (typeof batchDimensions)[number]
type OwnDimension = (typeof ownDimensions)[number]

/** What is kept of the last half hour. */
export const realtimeDimensions = ['countryId', 'deviceCategory', 'appVersion', 'unifiedScreenName'] as const

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

/** A dimension with the value of an event. */
export type DimensionValue = readonly [dimension: string, value: string]

/** Every dimension of a batch that events are rolled up by, besides day, app and name. Of user properties those that `isKnown` has. */
export function dimensionsOfBatch(
  batch: KeptBatch,
  guessCountry: GuessCountry,
  isKnown: (userProperty: string) => boolean,
): DimensionValue[] {
  const values: DimensionValue[] = batchDimensions.map((name) => [name, valueInBatch(batch, guessCountry, name)])
  for (const property of Object.keys(batch.userProperties)) {
    if (isKnown(property)) values.push([`customUser:${property}`, valueOf(batch.userProperties, property) ?? NOT_SET])
  }
  return values
}

/** The same of one event; its parameters are added by the caller. */
export function dimensionsOfEvent(event: KeptEvent, zone: TimeZone): DimensionValue[] {
  return ownDimensions.map((name) => [name, valueInEvent(event, zone, name)])
}

/** Any dimension of an event, cut to 100 characters; undefined for a parameter or user property that it does not have. */
export function readDimension(
  batch: KeptBatch,
  event: KeptEvent,
  { guessCountry, zone }: { guessCountry: GuessCountry; zone: TimeZone },
  dimension: string,
): string | undefined {
  if (dimension.startsWith('customEvent:')) return valueOf(event.params, dimension.slice('customEvent:'.length))
  if (dimension.startsWith('customUser:')) return valueOf(batch.userProperties, dimension.slice('customUser:'.length))
  if (isOneOf(batchDimensions, dimension)) return valueInBatch(batch, guessCountry, dimension)
  return isOneOf(ownDimensions, dimension) ? valueInEvent(event, zone, dimension) : NOT_SET
}

function valueInBatch({ device }: KeptBatch, guessCountry: GuessCountry, dimension: BatchDimension): string {
  switch (dimension) {
    case 'countryId':
      return told(guessCountry(device.timeZone, device.language))
    case 'language':
      return told(device.language?.toLowerCase())
    case 'deviceCategory':
    case 'operatingSystem':
    case 'browser':
    case 'appVersion':
      return told(device[dimension])
  }
}

function valueInEvent(event: KeptEvent, zone: TimeZone, dimension: OwnDimension): string {
  switch (dimension) {
    case 'hour':
      return hours[zone.hourOf(event.time)] ?? NOT_SET
    case 'unifiedScreenName':
      return told(screenOf(event) ?? textOf(event.params['page_title']))
    case 'unifiedPagePathScreen':
      return told(textOf(event.params['page_path']) ?? urlOf(event)?.path ?? screenOf(event))
    case 'pageTitle':
      return told(textOf(event.params['page_title']))
    case 'hostName':
      return told(urlOf(event)?.host)
    case 'pageReferrer':
      return told(textOf(event.params['page_referrer']))
  }
}

function told(value: string | undefined): string {
  return value === undefined || value === '' ? NOT_SET : cut(value)
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name)
}

function cut(value: string): string {
  if (value.length <= VALUE_LENGTH_MAX) return value
  // Half of a surrogate pair is no text.
  return value.slice(0, VALUE_LENGTH_MAX).toWellFormed()
}

/** The value of a parameter or user property as text. */
export function valueOf(fields: KeptEvent['params'], name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return value === undefined ? undefined : cut(String(value))
}

export function screenOf({ params }: KeptEvent): string | undefined {
  return textOf(params['firebase_screen']) ?? textOf(params['screen_name'])
}

/** Without the query, which may name people. */
function urlOf({ params }: KeptEvent): { host: string; path: string } | undefined {
  const location = textOf(params['page_location'])
  if (location === undefined) return undefined
  const [, host, path] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(location) ?? []
  return host === undefined ? undefined : { host: host.toLowerCase(), path: path === '' ? '/' : (path ?? '/') }
}

function textOf(value: string | number | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
