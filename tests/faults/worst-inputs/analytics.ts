import type { HostedServer } from '../../../apps/server/src/testing/hosted-server.ts'
import { post, prepared, project } from './bodies.ts'
import { filled, KIB, long, type WorstInput } from './worst-input.ts'

/** The app that events are reported of, once there is one. */
const app = { measurementId: '', secret: '' }

const capability = (): string => `measurement_id=${app.measurementId}&api_secret=${app.secret}`

async function registerApp(server: HostedServer): Promise<void> {
  const own = `/hearth/v1/${project}`
  const { config } = (await prepared(server, `${own}/apps`, '{"name":"Shop","platform":"web"}')) as {
    readonly config: { readonly appId: string; readonly measurementId: string }
  }
  const body = JSON.stringify({ appId: config.appId, name: 'Billing' })
  const { secret } = (await prepared(server, `${own}/analytics/secrets`, body)) as { readonly secret: string }
  Object.assign(app, { measurementId: config.measurementId, secret })
}

export const analyticsInputs: readonly WorstInput[] = [
  {
    decoder: 'events',
    limit: 'of a batch',
    routes: [/\(measurement\)/],
    prepare: registerApp,
    answers: /^(200 \{"validationMessages|400 .*(at most 25))/i,
    shapes: {
      'events without anything': () =>
        post(
          '/hearth/v1/collect',
          filled(120 * KIB, `{"measurementId":"${app.measurementId}","clientId":"1.2","events":[`, '{}', ']}'),
        ),
      'parameters of an event': () =>
        post(
          '/hearth/v1/collect',
          filled(
            120 * KIB,
            `{"measurementId":"${app.measurementId}","clientId":"1.2","events":[{"name":"a","params":{`,
            (i) => `"p${i}":1`,
            '}}]}',
          ),
        ),
      'events of a server': () =>
        post(`/mp/collect?${capability()}`, filled(120 * KIB, '{"client_id":"1.2","events":[', '{"name":"a"}', ']}')),
      'items of an event': () =>
        post(
          `/debug/mp/collect?${capability()}`,
          filled(120 * KIB, '{"client_id":"1.2","events":[{"name":"a","params":{"items":[', '{"item_id":"x"}', ']}}]}'),
        ),
      'properties of a user': () =>
        post(
          `/debug/mp/collect?${capability()}`,
          filled(120 * KIB, '{"client_id":"1.2","user_properties":{', (i) => `"p${i}":{"value":1}`, '},"events":[]}'),
        ),
    },
  },
  {
    decoder: 'report requests',
    limit: '256 KiB',
    routes: [/\(analytics-data\)/, /analytics\/(report|realtime-report|funnel) \(hearth-admin\)/],
    answers: /^400 .*(at most \d+ |Too big|It is EXACT|There are 1 to 5)/,
    shapes: {
      'many dimensions': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(256 * KIB, '{"dimensions":[', (i) => `{"name":"d${i}"}`, ']}'),
        ),
      'one metric over and over': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(256 * KIB, '{"metrics":[', '{"name":"activeUsers"}', ']}'),
        ),
      'many ranges': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(256 * KIB, '{"dateRanges":[', '{"startDate":"7daysAgo","endDate":"today"}', ']}'),
        ),
      'many filters': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"dateRanges":[{"startDate":"today","endDate":"today"}],"dimensionFilter":{"andGroup":{"expressions":[',
            '{"filter":{"fieldName":"country","stringFilter":{"value":"x"}}}',
            ']}}}',
          ),
        ),
      'a pattern of a filter': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          long(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"dateRanges":[{"startDate":"today","endDate":"today"}],"dimensionFilter":{"filter":{"fieldName":"country","stringFilter":{"matchType":"FULL_REGEXP","value":"',
            '(a*)*',
            '"}}}}',
          ),
        ),
      'values of a list': () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"dateRanges":[{"startDate":"today","endDate":"today"}],"dimensionFilter":{"filter":{"fieldName":"country","inListFilter":{"values":[',
            (i) => `"${i}"`,
            ']}}}}',
          ),
        ),
      'many reports': () =>
        post('/v1beta/properties/demo-app:batchRunReports', filled(256 * KIB, '{"requests":[', '{}', ']}')),
      'steps of a funnel': () =>
        post('/hearth/v1/projects/demo-app/analytics/funnel', filled(60 * KIB, '{"steps":[', '{"name":"a"}', ']}')),
      orders: () =>
        post(
          '/v1beta/properties/demo-app:runReport',
          filled(
            256 * KIB,
            '{"metrics":[{"name":"activeUsers"}],"orderBys":[',
            '{"metric":{"metricName":"activeUsers"}}',
            ']}',
          ),
        ),
    },
  },
]
