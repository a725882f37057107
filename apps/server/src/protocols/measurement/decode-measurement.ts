import { type Fields, limits, type ReportedBatch, type ReportedEvent } from '../../analytics/event.ts'
import { decodeEvents } from './decode-collect.ts'
import { decodeField, decodeName, decodeOptionalText, decodeText, invalid, isObject } from './decode-fields.ts'

/** The vendor's parameters that are fields of an event here. */
const ownParameters = new Set(['engagement_time_msec', 'session_id', 'session_number'])

/**
 * The body of the vendor's measurement protocol, of web (`client_id`) and of app streams (`app_instance_id`). Events of one batch are of
 * one session: that of the first which names one. Members that mean nothing here, such as `consent`, are passed over. Throws
 * `invalid-argument`/`INVALID_REQUEST`, for the whole batch.
 */
export function decodeMeasurement(json: unknown, nowMs: number): ReportedBatch {
  if (!isObject(json)) throw invalid('body', 'It must be an object.')
  const clientId = json['client_id'] ?? json['app_instance_id']
  const batchTime = decodeMicroseconds(json['timestamp_micros'], 'timestamp_micros')
  const { events } = json
  const withSession = Array.isArray(events) ? events.map(paramsIn).find(({ session_id: id }) => id !== undefined) : {}
  const sessionId = withSession?.['session_id']
  return {
    clientId: decodeText(clientId, 'client_id', limits.idLength),
    userId: decodeOptionalText(json['user_id'], 'user_id', limits.idLength),
    userProperties: decodeUserProperties(json['user_properties']),
    sessionId: decodeOptionalText(
      typeof sessionId === 'number' ? String(sessionId) : sessionId,
      'session_id',
      limits.idLength,
    ),
    sessionNumber: undefined,
    // What servers say is by a clock that is right.
    sentAt: nowMs,
    device: deviceIn(json['device'], json['user_location']),
    events: decodeEvents(events, (event, path) => decodeEvent(event, path, batchTime)),
  }
}

function decodeEvent(event: Record<string, unknown>, path: string, batchTime: number | undefined): ReportedEvent {
  const params: Record<string, string | number> = {}
  let engagementMs: number | undefined
  for (const [name, value] of Object.entries(paramsIn(event))) {
    if (name === 'engagement_time_msec') engagementMs = engagementIn(value)
    if (ownParameters.has(name)) continue
    if (Object.keys(params).length >= limits.params)
      throw invalid(path, `At most ${limits.params} parameters are allowed.`)
    decodeName(name, `${path}.params`)
    params[name] = decodeParameter(value, `${path}.params.${name}`)
  }
  return {
    name: decodeName(event['name'], `${path}.name`),
    params,
    engagementMs,
    time: decodeMicroseconds(event['timestamp_micros'], `${path}.timestamp_micros`) ?? batchTime,
  }
}

/** Lists, such as the items of a purchase, are kept as JSON, as far as they fit. */
function decodeParameter(value: unknown, path: string): string | number {
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return decodeField(value, path)
  return JSON.stringify(value).slice(0, limits.textLength).toWellFormed()
}

function decodeUserProperties(value: unknown): Fields {
  const properties: Record<string, string | number> = {}
  if (value === undefined) return properties
  if (!isObject(value)) throw invalid('user_properties', 'It must be an object.')
  const entries = Object.entries(value)
  if (entries.length > limits.userProperties) {
    throw invalid('user_properties', `At most ${limits.userProperties} are allowed.`)
  }
  for (const [name, property] of entries) {
    decodeName(name, 'user_properties')
    if (!isObject(property)) throw invalid(`user_properties.${name}`, 'It must be an object with a value.')
    properties[name] = decodeField(property['value'], `user_properties.${name}.value`)
  }
  return properties
}

/** What a server knows of the user's device; what is no text is passed over. */
function deviceIn(device: unknown, location: unknown): ReportedBatch['device'] {
  const told = isObject(device) ? device : {}
  const country = isObject(location) ? location['country_id'] : undefined
  const language = shortText(told['language'])
  const isRegionMissing = language !== undefined && /^[a-z]{2,3}$/i.test(language)
  return {
    language:
      isRegionMissing && typeof country === 'string' && /^[A-Z]{2}$/.test(country)
        ? `${language}-${country}`
        : language,
    deviceCategory: shortText(told['category']),
    operatingSystem: shortText(told['operating_system']),
    browser: shortText(told['browser']),
  }
}

function shortText(value: unknown): string | undefined {
  const isShort =
    typeof value === 'string' && value !== '' && value.length <= limits.shortLength && value.isWellFormed()
  return isShort ? value : undefined
}

function paramsIn(event: unknown): Record<string, unknown> {
  const params = isObject(event) ? (event['params'] ?? {}) : {}
  if (!isObject(params)) throw invalid('params', 'It must be an object.')
  return params
}

function engagementIn(value: unknown): number | undefined {
  const ms = Number(value)
  return Number.isInteger(ms) && ms >= 0 && ms <= limits.engagementMs ? ms : undefined
}

/** In milliseconds. */
function decodeMicroseconds(value: unknown, path: string): number | undefined {
  if (value === undefined) return undefined
  const micros =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,17}$/.test(value)) ? Number(value) : -1
  if (Number.isFinite(micros) && micros >= 0 && micros < 1e17) return Math.floor(micros / 1000)
  throw invalid(path, 'It must be a time in microseconds since 1970.')
}
