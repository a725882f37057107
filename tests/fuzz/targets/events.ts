import { decodeCollect } from '../../../apps/server/src/protocols/measurement/decode-collect.ts'
import { decodeMeasurement } from '../../../apps/server/src/protocols/measurement/decode-measurement.ts'
import { decodeRealtimeReport, decodeReport } from '../../../apps/server/src/protocols/report-messages/decode-report.ts'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { type FuzzTarget, KIB } from '../fuzz-target.ts'
import { same } from './judgement.ts'

const collected = {
  measurementId: 'G-0123456789',
  clientId: 'cAbcdefghijklmnopqrstu',
  userId: 'ada',
  userProperties: { plan: 'free', age: 7 },
  sessionId: '1800000000',
  sessionNumber: 2,
  sentAt: 1_800_000_001_000,
  device: { language: 'en-GB', timeZone: 'Europe/London', appVersion: '2.1' },
  events: [
    { id: 'e1', name: 'login', params: { method: 'mail', value: 1.5 }, engagementMs: 5, time: 1_800_000_000_000 },
  ],
}
const measured = {
  client_id: 'server.1',
  user_id: 'ada',
  timestamp_micros: '1800000000000000',
  user_properties: { plan: { value: 'free' } },
  device: { category: 'mobile', language: 'en' },
  user_location: { country_id: 'GB' },
  events: [
    { name: 'purchase', params: { value: 3, items: [{ id: 1 }], session_id: '7', engagement_time_msec: '100' } },
  ],
}
const report = {
  dateRanges: [{ startDate: '28daysAgo', endDate: 'today', name: 'now' }],
  dimensions: [{ name: 'date' }, { name: 'customEvent:method' }],
  metrics: [{ name: 'eventCount' }, { name: 'customEvent:value' }],
  dimensionFilter: {
    andGroup: {
      expressions: [
        { filter: { fieldName: 'eventName', inListFilter: { values: ['login'] } } },
        { notExpression: { filter: { fieldName: 'country', stringFilter: { matchType: 'CONTAINS', value: 'a' } } } },
      ],
    },
  },
  metricFilter: {
    filter: { fieldName: 'eventCount', numericFilter: { operation: 'EQUAL', value: { int64Value: '1' } } },
  },
  orderBys: [{ metric: { metricName: 'eventCount' }, desc: true }, { dimension: { dimensionName: 'date' } }],
  metricAggregations: ['TOTAL'],
  limit: '10',
}
const today = 20_777

/** What apps and servers report, and how it is asked. */
export const eventTargets: readonly FuzzTarget[] = [
  {
    name: 'collect',
    form: 'json',
    watches: ['/protocols/measurement/decode-'],
    seeds: [JSON.stringify(collected)],
    limitBytes: 64 * KIB,
    open: () => ({
      run(input) {
        const { measurementId, batch } = decodeCollect(parseJsonBody(input))
        // What was accepted says the same when it is sent again.
        same(decodeCollect(JSON.parse(JSON.stringify({ measurementId, ...batch }))), { measurementId, batch })
      },
    }),
  },
  {
    name: 'measurement',
    form: 'json',
    watches: ['/protocols/measurement/decode-'],
    seeds: [JSON.stringify(measured)],
    limitBytes: 64 * KIB,
    open: () => ({
      run(input) {
        const { events } = decodeMeasurement(parseJsonBody(input), 1_800_000_000_000)
        for (const { params } of events) {
          for (const value of Object.values(params))
            if (String(value).length > 500) throw new Error('A value is too long.')
        }
      },
    }),
  },
  {
    name: 'report',
    form: 'json',
    watches: ['/protocols/report-messages/decode-'],
    seeds: [JSON.stringify(report), JSON.stringify({ metrics: [{ name: 'activeUsers' }], minuteRanges: [{}] })],
    words: ['orGroup', 'betweenFilter', 'emptyFilter', 'keepEmptyRows', 'offset', 'startMinutesAgo', 'minutesAgo'],
    limitBytes: 256 * KIB,
    open: () => ({
      run(input) {
        const json = parseJsonBody(input)
        const isRealtime = typeof json === 'object' && json !== null && 'minuteRanges' in json
        if (isRealtime) decodeRealtimeReport(json, undefined)
        else decodeReport(json, undefined, today)
      },
    }),
  },
]
