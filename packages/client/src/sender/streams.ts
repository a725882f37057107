import { cleanFields } from './clean-event.ts'
import type { PageView } from './page-views.ts'

/** What a page says, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** One measurement id and what the page said about it. */
export interface Stream {
  readonly measurementId: string
  readonly settings: Fields
  readonly userProperties: Fields
}

const streamsMax = 20
/** What a page may say of where it is, in place of what the browser says. */
const placeNames = ['page_location', 'page_title', 'page_referrer', 'page_path'] as const

/** What a page said with `config` and `set`, and what that means for an event. */
export class Streams {
  readonly #streams = new Map<string, Stream>()
  /** For all streams. */
  #general: Fields = {}
  #generalUserProperties: Fields = {}
  /** Where each stream was when it named its screen. */
  readonly #screenPages = new Map<string, string>()

  get ids(): string[] {
    return [...this.#streams.keys()]
  }

  get all(): Stream[] {
    return [...this.#streams.values()]
  }

  find(measurementId: unknown): Stream | undefined {
    return this.#streams.get(String(measurementId))
  }

  /** `config`: true when the stream begins with it. Later ones add to what was said. */
  configure(measurementId: unknown, given: unknown): boolean {
    if (typeof measurementId !== 'string' || !/^G-\w{1,20}$/.test(measurementId)) return false
    const known = this.#streams.get(measurementId)
    if (known === undefined && this.#streams.size === streamsMax) return false
    const { user_properties: userProperties, ...settings } = fieldsOf(given)
    this.#streams.set(measurementId, {
      measurementId,
      settings: { ...known?.settings, ...settings },
      userProperties: { ...known?.userProperties, ...fieldsOf(userProperties) },
    })
    return known === undefined
  }

  /** The installation of a stream that has begun; one that has not is told by its `config`. */
  identify(measurementId: unknown, installation: unknown): void {
    const known = this.find(measurementId)
    if (known === undefined) return
    const settings = { ...known.settings, firebase_id: installation }
    this.#streams.set(known.measurementId, { ...known, settings })
  }

  /** Who reports is somebody else from now on: what was said of who they are is said of nobody. */
  forgetUser(): void {
    for (const [id, stream] of this.#streams) {
      const settings = without(stream.settings, { firebase_id: 0, client_id: 0, user_id: 0 })
      this.#streams.set(id, { ...stream, settings, userProperties: {} })
    }
    this.#general = without(this.#general, { user_id: 0 })
    this.#generalUserProperties = {}
  }

  /** `set`: a name and a value, or several; `user_properties.x` is the property x. */
  set(first: unknown, second: unknown): void {
    const { user_properties: userProperties, ...rest } =
      typeof first === 'string' ? { [first]: second } : fieldsOf(first)
    const properties: Record<string, unknown> = { ...fieldsOf(userProperties) }
    for (const [name, value] of Object.entries(rest)) {
      if (name.startsWith('user_properties.')) properties[name.slice('user_properties.'.length)] = value
      else this.#general = { ...this.#general, [name]: value }
    }
    this.#generalUserProperties = { ...this.#generalUserProperties, ...properties }
  }

  /** The user of an event: what it says itself, the stream, all streams. Undefined for nobody. */
  userIdOf({ settings }: Stream, params: Fields): string | undefined {
    const userId = [params, settings, this.#general].find((source) => source['user_id'] !== undefined)?.['user_id']
    return typeof userId === 'string' && userId !== '' ? userId.slice(0, 128) : undefined
  }

  userPropertiesOf({ userProperties }: Stream): Record<string, string | number> {
    return cleanFields({ ...this.#generalUserProperties, ...userProperties })
  }

  /**
   * What an event says, what is said of all, and where it happened: `page` is how the browser names that. The event's own parameters come
   * first where there is no room for all; for the place there is always room.
   */
  paramsOf({ settings }: Stream, own: Fields, page: PageView): Record<string, string | number> {
    const { screen_name: generalScreen, ...general } = this.#general
    const screen = screenOf(own) ?? settings['screen_name'] ?? generalScreen
    const place = { ...page, ...placeIn(settings), ...(screen !== undefined && { screen_name: screen }) }
    const said = cleanFields({ ...own, ...without(general, own) })
    for (const [name, value] of Object.entries(cleanFields(place))) if (value !== '') said[name] ??= value
    return said
  }

  /** The screen that events from now on are of, until the page changes. */
  noteScreen(stream: Stream, params: Fields, page: PageView): void {
    const screen = screenOf(params)
    if (screen === undefined) return
    this.configure(stream.measurementId, { screen_name: screen })
    this.#screenPages.set(stream.measurementId, addressIn(stream.settings, page))
  }

  /** A `page_view` of the app's own names the page in its own words: they hold until the page changes, and end the screen of another. */
  noteView({ measurementId, settings }: Stream, params: Fields, page: PageView): void {
    const screenPage = this.#screenPages.get(measurementId) ?? addressIn(settings, page)
    this.leavePage(measurementId, { withScreen: screenPage !== addressIn(params, page) })
    this.configure(measurementId, placeIn(params))
  }

  /** Whether an event of the app's own begins another page or screen than the one that it is at. */
  isElsewhere({ settings }: Stream, name: string, params: Fields, page: PageView): boolean {
    if (name === 'screen_view') return screenOf(params) !== undefined && screenOf(params) !== settings['screen_name']
    if (name !== 'page_view') return false
    const isOtherTitle = (params['page_title'] ?? page.page_title) !== (settings['page_title'] ?? page.page_title)
    return isOtherTitle || addressIn(params, page) !== addressIn(settings, page)
  }

  /** Forgets what was said of the page, which is over. */
  leavePage(measurementId: string, { withScreen }: { withScreen: boolean }): void {
    const stream = this.#streams.get(measurementId)
    if (stream === undefined) return
    const over: Fields = Object.fromEntries(
      [...placeNames, ...(withScreen ? ['screen_name'] : [])].map((name) => [name, true]),
    )
    if (withScreen) this.#screenPages.delete(measurementId)
    this.#streams.set(measurementId, { ...stream, settings: without(stream.settings, over) })
  }
}

/** Which page it is, as the app says it or else the browser. */
function addressIn(fields: Fields, page: PageView): string {
  return JSON.stringify([fields['page_location'] ?? page.page_location, fields['page_path']])
}

function placeIn(fields: Fields): Fields {
  return Object.fromEntries(placeNames.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}

/** As an app or the SDK calls it. */
function screenOf(params: Fields): unknown {
  return params['screen_name'] ?? params['firebase_screen']
}

function without(fields: Fields, others: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in others)))
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
