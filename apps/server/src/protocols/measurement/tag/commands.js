import { cleanFields, cutText, isName } from './clean-event.js'
import { ownClientId } from './client-id.js'
import { watchEngagement } from './engagement.js'
import { openOutbox } from './outbox.js'
import { findSession, touchSession } from './session.js'
import { openStorage } from './storage.js'

const streamsMax = 20
const engagementWorthMs = 1_000

/** What a page says through its data layer: `js`, `config`, `event`, `set`, `consent`, `get`; anything else is somebody else's. */
export function startTag(page, origin) {
  const storage = openStorage(page)
  const engagement = watchEngagement(page)
  const outbox = openOutbox(page, `${origin}/hearth/v1/collect`)
  /** By measurement id: what `config` said, and whether it was said before. */
  const streams = new Map()
  const consent = {}
  let general = {}
  let generalUserProperties = {}

  function config(measurementId, settings = {}) {
    if (typeof measurementId !== 'string' || !/^G-\w{1,20}$/.test(measurementId)) return
    const known = streams.get(measurementId)
    if (known === undefined && streams.size === streamsMax) return
    const { user_properties: userProperties, ...rest } = settings
    streams.set(measurementId, {
      settings: { ...known?.settings, ...rest },
      userProperties: { ...known?.userProperties, ...userProperties },
    })
    if (known === undefined && settings.send_page_view !== false) report(measurementId, 'page_view', pageFields(page))
  }

  function set(first, second) {
    const settings = typeof first === 'string' ? { [first]: second } : (first ?? {})
    const { user_properties: userProperties, ...rest } = settings
    for (const [name, value] of Object.entries(rest)) {
      if (name.startsWith('user_properties.')) generalUserProperties[name.slice('user_properties.'.length)] = value
      else general = { ...general, [name]: value }
    }
    generalUserProperties = { ...generalUserProperties, ...userProperties }
  }

  function event(name, params = {}) {
    const { send_to: sendTo, event_callback: callback } = params ?? {}
    const targets = sendTo === undefined ? [...streams.keys()] : [sendTo].flat().filter((id) => streams.has(id))
    for (const measurementId of targets) report(measurementId, name, params)
    if (typeof callback === 'function') page.setTimeout(callback, 0)
  }

  function get(measurementId, field, callback) {
    if (typeof callback !== 'function') return
    const session = findSession(storage, measurementId)
    const values = {
      client_id: () => clientIdOf(measurementId),
      session_id: () => session?.id,
      session_number: () => session?.number,
    }
    const value = Object.hasOwn(values, field) ? values[field]() : streams.get(measurementId)?.settings[field]
    page.setTimeout(() => callback(value), 0)
  }

  function report(measurementId, name, params) {
    if (!isName(name) || !mayReport(measurementId)) return
    const session = touchSession(storage, measurementId, page.Date.now())
    if (session.isFirst) put(measurementId, session, 'first_visit', {})
    if (session.isNew) put(measurementId, session, 'session_start', {})
    put(measurementId, session, name, params)
  }

  function put(measurementId, session, name, params) {
    const { settings, userProperties } = streams.get(measurementId)
    const userId = params.user_id ?? settings.user_id ?? general.user_id
    const reporter = {
      measurementId,
      clientId: clientIdOf(measurementId),
      ...(typeof userId === 'string' && userId !== '' && { userId: userId.slice(0, 128) }),
      userProperties: cleanFields({ ...generalUserProperties, ...userProperties }),
      sessionId: session.id,
      sessionNumber: session.number,
    }
    const { screen_name: screenName } = { ...general, ...settings }
    const all = {
      ...params,
      ...(screenName !== undefined && params.screen_name === undefined && { screen_name: screenName }),
    }
    outbox.add(reporter, {
      name,
      params: cleanFields({ ...defaultParams(), ...all }),
      engagementMs: engagement.take(),
      time: page.Date.now(),
    })
  }

  /** What `setDefaultEventParameters` set, without what is about the user. */
  function defaultParams() {
    const { user_id: _user, ...params } = general
    return params
  }

  function clientIdOf(measurementId) {
    const { settings } = streams.get(measurementId) ?? { settings: {} }
    return settings.firebase_id ?? settings.client_id ?? ownClientId(page, storage)
  }

  /** Without consent nothing is stored and nothing is sent. */
  function mayReport(measurementId) {
    return consent.analytics_storage !== 'denied' && page[`ga-disable-${measurementId}`] !== true
  }

  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState !== 'hidden') return
    if (engagement.peek() >= engagementWorthMs) {
      for (const measurementId of streams.keys()) report(measurementId, 'user_engagement', {})
    }
    outbox.sendAllNow()
  })
  page.addEventListener('pagehide', () => outbox.sendAllNow())

  return function run(command) {
    const [name, ...rest] = Array.from(command)
    switch (name) {
      case 'config':
        return config(...rest)
      case 'event':
        return event(...rest)
      case 'set':
        return set(...rest)
      case 'consent':
        return void Object.assign(consent, rest[1])
      case 'get':
        return get(...rest)
      default:
        return undefined
    }
  }
}

/** Without the fragment, which apps use for what is nobody else's business. */
function pageFields(page) {
  return {
    page_location: cutText(page.location.href.split('#')[0]),
    page_title: page.document.title,
    page_referrer: page.document.referrer,
    language: page.navigator.language,
  }
}
