import { StatusError } from '@hearth/model'
import { UserSet } from '../roll-up/user-set.ts'
import type { ReportCell } from './report-table.ts'

/** What the cells of a row come to. */
export class Sums {
  count = 0
  sessions = 0
  newUsers = 0
  views = 0
  engagementMs = 0
  valueSum = 0
  ownSum = 0
  ownCount = 0
  /** Users with an event in the 1, 7 and 28 days that end on the row's day. */
  activity: readonly number[] = []
  readonly users = new UserSet()

  add(cell: ReportCell, withUsers: boolean): void {
    const { event, count } = cell
    this.count += count
    if (event === 'session_start') this.sessions += count
    if (event === 'first_visit' || event === 'first_open') this.newUsers += count
    if (event === 'page_view' || event === 'screen_view') this.views += count
    this.engagementMs += cell.engagementMs
    this.valueSum += cell.valueSum
    this.ownSum += cell.ownSum
    this.ownCount += cell.ownCount
    if (withUsers) cell.addUsersTo(this.users)
  }

  merge(other: Sums): void {
    this.count += other.count
    this.sessions += other.sessions
    this.newUsers += other.newUsers
    this.views += other.views
    this.engagementMs += other.engagementMs
    this.valueSum += other.valueSum
    this.ownSum += other.ownSum
    this.ownCount += other.ownCount
    // Rows are added in the order of their days: the last counts.
    if (other.activity.length > 0) this.activity = other.activity
    this.users.addAll(other.users)
  }
}

export type MetricType = 'TYPE_INTEGER' | 'TYPE_FLOAT' | 'TYPE_SECONDS'

export interface ParsedMetric {
  readonly name: string
  readonly type: MetricType
  readonly needsUsers: boolean
  /** Of users in windows of days. */
  readonly isActivity: boolean
  /** The parameter's dimension that it is about. */
  readonly stored: string | undefined
  readonly read: (sums: Sums) => number
}

export interface MetricEntry {
  readonly apiName: string
  readonly uiName: string
  readonly description: string
  readonly type: MetricType
  readonly category: string
}

type Definition = Omit<MetricEntry, 'apiName'> & {
  readonly read: (sums: Sums) => number
  readonly needsUsers?: boolean
  readonly isActivity?: boolean
  readonly isRealtime?: boolean
}

function integer(category: string, uiName: string, description: string, read: Definition['read']): Definition {
  return { category, uiName, description, type: 'TYPE_INTEGER', read }
}

function float(category: string, uiName: string, description: string, read: Definition['read']): Definition {
  return { category, uiName, description, type: 'TYPE_FLOAT', read }
}

function activity(days: string, index: number): Definition {
  const description = `Users with an event in the ${days} that end on the row's day. Exact.`
  return {
    ...integer('User', `Users in ${days}`, description, (sums) => sums.activity[index] ?? 0),
    isActivity: true,
  }
}

function activityRatio(uiName: string, part: number, whole: number): Definition {
  return {
    ...float('User', uiName, 'Users of the shorter time by those of the longer.', ({ activity: users }) =>
      ratio(users[part] ?? 0, users[whole] ?? 0),
    ),
    isActivity: true,
  }
}

const users = (uiName: string): Definition => ({
  ...integer('User', uiName, 'Users with an event; estimated above 400.', (sums) => sums.users.count()),
  needsUsers: true,
})

const definitions: Readonly<Record<string, Definition>> = {
  eventCount: { ...integer('Event', 'Event count', 'How many events.', (sums) => sums.count), isRealtime: true },
  eventCountPerUser: {
    ...float('Event', 'Events per user', 'Events by active users.', (sums) => ratio(sums.count, sums.users.count())),
    needsUsers: true,
  },
  eventValue: float('Event', 'Event value', 'The sum of the parameter value.', (sums) => sums.valueSum),
  eventsPerSession: float('Session', 'Events per session', 'Events by sessions.', (s) => ratio(s.count, s.sessions)),
  activeUsers: { ...users('Active users'), isRealtime: true },
  totalUsers: users('Total users'),
  newUsers: integer('User', 'New users', 'Events first_visit and first_open.', (sums) => sums.newUsers),
  active1DayUsers: activity('1 day', 0),
  active7DayUsers: activity('7 days', 1),
  active28DayUsers: activity('28 days', 2),
  dauPerWau: activityRatio('DAU / WAU', 0, 1),
  dauPerMau: activityRatio('DAU / MAU', 0, 2),
  wauPerMau: activityRatio('WAU / MAU', 1, 2),
  sessions: integer('Session', 'Sessions', 'Events session_start.', (sums) => sums.sessions),
  sessionsPerUser: {
    ...float('Session', 'Sessions per user', 'Sessions by active users.', (s) => ratio(s.sessions, s.users.count())),
    needsUsers: true,
  },
  screenPageViews: {
    ...integer('Page / screen', 'Views', 'Events page_view and screen_view.', (sums) => sums.views),
    isRealtime: true,
  },
  screenPageViewsPerUser: {
    ...float('Page / screen', 'Views per user', 'Views by active users.', (s) => ratio(s.views, s.users.count())),
    needsUsers: true,
  },
  screenPageViewsPerSession: float('Page / screen', 'Views per session', 'Views by sessions.', (s) =>
    ratio(s.views, s.sessions),
  ),
  userEngagementDuration: {
    ...integer('User', 'User engagement', 'Seconds in which the app was seen and had the focus.', (sums) =>
      Math.round(sums.engagementMs / 1000),
    ),
    type: 'TYPE_SECONDS',
  },
}

const customReaders: Readonly<Record<string, (sums: Sums) => number>> = {
  customEvent: (sums) => sums.ownSum,
  averageCustomEvent: (sums) => ratio(sums.ownSum, sums.ownCount),
  countCustomEvent: (sums) => sums.ownCount,
}

/** Throws `invalid-argument`/`UNKNOWN_METRIC`. */
export function parseMetric(name: string, kind: 'days' | 'realtime'): ParsedMetric {
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  if (found !== undefined && (kind === 'days' || found.isRealtime === true)) {
    const { type, read, needsUsers = false, isActivity = false } = found
    return { name, type, read, needsUsers, isActivity, stored: undefined }
  }
  const [, custom = '', parameter] = /^(\w+):([A-Za-z]\w{0,39})$/.exec(name) ?? []
  const readCustom = Object.hasOwn(customReaders, custom) ? customReaders[custom] : undefined
  if (kind === 'days' && readCustom !== undefined) {
    const type = custom === 'countCustomEvent' ? 'TYPE_INTEGER' : 'TYPE_FLOAT'
    const stored = `customEvent:${parameter}`
    return { name, type, read: readCustom, needsUsers: false, isActivity: false, stored }
  }
  const where = kind === 'realtime' ? 'A real-time report' : 'A report'
  throw new StatusError('invalid-argument', 'UNKNOWN_METRIC', `${where} has no metric ${name.slice(0, 80)}.`)
}

export function metricEntries(): MetricEntry[] {
  return Object.entries(definitions).map(([apiName, { uiName, description, type, category }]) => ({
    apiName,
    uiName,
    description,
    type,
    category,
  }))
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
