import { limits, placeParams, type ReportedBatch, type ReportedEvent } from '../../analytics/event.ts'
import {
  decodeFields,
  decodeMilliseconds,
  decodeName,
  decodeOptionalText,
  decodeText,
  decodeWhole,
  invalid,
  isObject,
  requireMembers,
} from './decode-fields.ts'

const batchMembers = new Set([
  'measurementId',
  'clientId',
  'userId',
  'userProperties',
  'sessionId',
  'sessionNumber',
  'sentAt',
  'device',
  'events',
])
const deviceMembers = new Set(['language', 'timeZone', 'appVersion'])
const eventMembers = new Set(['id', 'name', 'params', 'engagementMs', 'time'])

export interface CollectRequest {
  readonly measurementId: string
  readonly batch: ReportedBatch
}

/** The body of `POST /hearth/v1/collect`. Throws `invalid-argument`/`INVALID_REQUEST`, for the whole batch. */
export function decodeCollect(json: unknown): CollectRequest {
  if (!isObject(json)) throw invalid('body', 'It must be an object.')
  requireMembers(json, batchMembers, 'body')
  const { events, device = {} } = json
  if (!isObject(device)) throw invalid('device', 'It must be an object.')
  requireMembers(device, deviceMembers, 'device')
  const { idLength } = limits
  return {
    measurementId: decodeText(json['measurementId'], 'measurementId', 20),
    batch: {
      clientId: decodeText(json['clientId'], 'clientId', idLength),
      userId: decodeOptionalText(json['userId'], 'userId', idLength),
      userProperties: decodeFields(json['userProperties'], 'userProperties', limits.userProperties),
      sessionId: decodeOptionalText(json['sessionId'], 'sessionId', idLength),
      sessionNumber: decodeWhole(json['sessionNumber'], 'sessionNumber', 1, 1_000_000_000),
      sentAt: decodeMilliseconds(json['sentAt'], 'sentAt'),
      device: {
        language: decodeTold(device['language'], 'device.language'),
        timeZone: decodeTold(device['timeZone'], 'device.timeZone'),
        appVersion: decodeTold(device['appVersion'], 'device.appVersion'),
      },
      events: decodeEvents(events, decodeEvent),
    },
  }
}

/** A browser may say nothing: an empty text. */
function decodeTold(value: unknown, path: string): string | undefined {
  return value === '' ? undefined : decodeOptionalText(value, path, limits.shortLength)
}

/** At most 25. */
export function decodeEvents(
  value: unknown,
  decode: (event: Record<string, unknown>, path: string) => ReportedEvent,
): ReportedEvent[] {
  if (!Array.isArray(value)) throw invalid('events', 'It must be a list.')
  if (value.length > limits.eventsPerBatch)
    throw invalid('events', `A batch has at most ${limits.eventsPerBatch} events.`)
  return value.map((event: unknown, index) => {
    const path = `events.${index}`
    if (!isObject(event)) throw invalid(path, 'It must be an object.')
    return decode(event, path)
  })
}

function decodeEvent(event: Record<string, unknown>, path: string): ReportedEvent {
  requireMembers(event, eventMembers, path)
  return {
    id: decodeOptionalText(event['id'], `${path}.id`, limits.shortLength),
    name: decodeName(event['name'], `${path}.name`),
    params: decodeFields(event['params'], `${path}.params`, limits.params, placeParams),
    engagementMs: decodeWhole(event['engagementMs'], `${path}.engagementMs`, 0, limits.engagementMs),
    time: decodeMilliseconds(event['time'], `${path}.time`),
  }
}
