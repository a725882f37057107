import { StatusError } from '@hearth/model'
import { formatDay, formatIsoWeek } from '../days.ts'
import { countryName } from '../roll-up/country-guess.ts'
import { NOT_SET } from '../roll-up/dimensions.ts'
import type { ReportCell } from './report-table.ts'

/** A dimension of a report. */
export interface ParsedDimension {
  readonly name: string
  /** The dimension that is kept; undefined when day, app and event say it. */
  readonly stored: string | undefined
  /** Says something of the day alone. */
  readonly isOfDay: boolean
  readonly read: (cell: ReportCell) => string
}

export interface DimensionEntry {
  readonly apiName: string
  readonly uiName: string
  readonly description: string
  readonly category: string
}

interface Definition extends Omit<DimensionEntry, 'apiName'> {
  readonly stored?: string
  readonly read: (cell: ReportCell) => string
  readonly isOfDay?: boolean
  readonly isRealtime?: boolean
}

const platforms: Readonly<Record<string, string>> = { web: 'web', ios: 'iOS', android: 'Android' }

function ofDay(uiName: string, description: string, read: (day: number) => string): Definition {
  return { uiName, description, category: 'Time', isOfDay: true, read: ({ period }) => read(period) }
}

function kept(category: string, uiName: string, description: string, stored: string, isRealtime = false): Definition {
  return { uiName, description, category, stored, isRealtime, read: ({ valueOf }) => valueOf(stored) }
}

/** Written days, by number: asked for with each cell of a report. */
const writtenDays = new Map<number, string>()
const WRITTEN_MAX = 2_000

function compactDay(day: number): string {
  let text = writtenDays.get(day)
  if (text === undefined) {
    if (writtenDays.size >= WRITTEN_MAX) writtenDays.clear()
    text = formatDay(day).replaceAll('-', '')
    writtenDays.set(day, text)
  }
  return text
}

const definitions: Readonly<Record<string, Definition>> = {
  date: ofDay('Date', 'The day, as 20261120.', compactDay),
  dayOfWeek: ofDay('Day of week', '0 is Sunday.', (day) => String((day + 4) % 7)),
  isoYearIsoWeek: ofDay('ISO week of ISO year', 'As 202647; Monday begins a week.', formatIsoWeek),
  yearMonth: ofDay('Year month', 'As 202611.', (day) => compactDay(day).slice(0, 6)),
  month: ofDay('Month', '01 to 12.', (day) => compactDay(day).slice(4, 6)),
  year: ofDay('Year', 'Four digits.', (day) => compactDay(day).slice(0, 4)),
  hour: kept('Time', 'Hour', '00 to 23.', 'hour'),
  dateHour: {
    ...kept('Time', 'Date and hour', 'As 2026112009.', 'hour'),
    read: ({ period, valueOf }) => compactDay(period) + valueOf('hour'),
  },
  eventName: {
    uiName: 'Event name',
    description: 'The name of the event.',
    category: 'Event',
    isRealtime: true,
    read: ({ event }) => event,
  },
  streamId: {
    uiName: 'App',
    description: 'The id of the app.',
    category: 'Platform / device',
    isRealtime: true,
    read: ({ app }) => app,
  },
  platform: {
    uiName: 'Platform',
    description: 'web, iOS or Android.',
    category: 'Platform / device',
    isRealtime: true,
    read: ({ app }) => platforms[app.split(':')[2] ?? ''] ?? NOT_SET,
  },
  deviceCategory: kept('Platform / device', 'Device category', 'desktop, mobile or tablet.', 'deviceCategory', true),
  operatingSystem: kept('Platform / device', 'Operating system', 'As the client says.', 'operatingSystem'),
  browser: kept('Platform / device', 'Browser', 'As the client says.', 'browser'),
  appVersion: kept('Platform / device', 'App version', 'As the app says.', 'appVersion', true),
  countryId: kept(
    'Geography (guess)',
    'Country id (guess)',
    'From time zone or language; ISO 3166-1.',
    'countryId',
    true,
  ),
  country: {
    ...kept('Geography (guess)', 'Country (guess)', 'From time zone or language.', 'countryId', true),
    read: ({ valueOf }) => countryName(valueOf('countryId')),
  },
  language: kept('User', 'Language', 'As browser or device say, as en-gb.', 'language'),
  unifiedScreenName: kept(
    'Page / screen',
    'Screen or page title',
    'Screen name, else title.',
    'unifiedScreenName',
    true,
  ),
  unifiedPagePathScreen: kept(
    'Page / screen',
    'Page path or screen',
    'Path, else screen name.',
    'unifiedPagePathScreen',
  ),
  pagePath: {
    ...kept('Page / screen', 'Page path', 'The path of the page, without the query.', 'unifiedPagePathScreen'),
    read: ({ valueOf }) => pathIn(valueOf('unifiedPagePathScreen')),
  },
  pageTitle: kept('Page / screen', 'Page title', 'The title of the page.', 'pageTitle'),
  hostName: kept('Page / screen', 'Hostname', 'The host of the page.', 'hostName'),
  pageReferrer: kept('Page / screen', 'Page referrer', 'Where the page was linked from.', 'pageReferrer'),
}

const minutesAgo: Definition = {
  uiName: 'Minutes ago',
  description: '00 is the current minute.',
  category: 'Time',
  isRealtime: true,
  read: ({ valueOf }) => valueOf('minutesAgo'),
}

/** Throws `invalid-argument`/`UNKNOWN_DIMENSION`. */
export function parseDimension(name: string, kind: 'days' | 'realtime'): ParsedDimension {
  const own = kind === 'realtime' && name === 'minutesAgo' ? minutesAgo : undefined
  const found = own ?? (Object.hasOwn(definitions, name) ? definitions[name] : undefined)
  const isOffered = found !== undefined && (kind === 'days' || found.isRealtime === true)
  if (isOffered) return { name, stored: found.stored, isOfDay: found.isOfDay ?? false, read: found.read }
  if (kind === 'days' && isCustomName(name)) {
    return { name, stored: name, isOfDay: false, read: ({ valueOf }) => valueOf(name) }
  }
  const where = kind === 'realtime' ? 'A real-time report' : 'A report'
  throw new StatusError('invalid-argument', 'UNKNOWN_DIMENSION', `${where} has no dimension ${name.slice(0, 80)}.`)
}

export function isCustomName(name: string): boolean {
  return /^custom(Event|User):[A-Za-z]\w{0,39}$/.test(name)
}

export function dimensionEntries(): DimensionEntry[] {
  return Object.entries(definitions).map(([apiName, { uiName, description, category }]) => ({
    apiName,
    uiName,
    description,
    category,
  }))
}

/** Of a page or of a screen; screens have no path. */
function pathIn(value: string): string {
  return value.startsWith('/') || value === '(other)' ? value : NOT_SET
}
