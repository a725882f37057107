import { cleanFields } from './clean-event.ts'

/** One measurement id and what the page said about it. */
export interface Stream {
  readonly measurementId: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly userProperties: Readonly<Record<string, unknown>>
}

const streamsMax = 20

/** What a page said with `config` and `set`, and what that means for an event. */
export class Streams {
  readonly #streams = new Map<string, Stream>()
  /** For all streams. */
  #general: Readonly<Record<string, unknown>> = {}
  #generalUserProperties: Readonly<Record<string, unknown>> = {}

  get ids(): string[] {
    return [...this.#streams.keys()]
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
  userIdOf({ settings }: Stream, params: Readonly<Record<string, unknown>>): string | undefined {
    const userId = [params, settings, this.#general].find((source) => source['user_id'] !== undefined)?.['user_id']
    return typeof userId === 'string' && userId !== '' ? userId.slice(0, 128) : undefined
  }

  userPropertiesOf({ userProperties }: Stream): Record<string, string | number> {
    return cleanFields({ ...this.#generalUserProperties, ...userProperties })
  }

  /** The event's own parameters come first, where there is no room for all. */
  paramsOf({ settings }: Stream, own: Readonly<Record<string, unknown>>): Record<string, string | number> {
    const screen = screenOf(own) ?? settings['screen_name'] ?? this.#general['screen_name']
    return cleanFields({ ...own, ...without(this.#general, own), ...(screen !== undefined && { screen_name: screen }) })
  }

  /** The screen that events from now on are of. */
  noteScreen({ measurementId }: Stream, params: Readonly<Record<string, unknown>>): void {
    const screen = screenOf(params)
    if (screen !== undefined) this.configure(measurementId, { screen_name: screen })
  }
}

/** As an app or the SDK calls it. */
function screenOf(params: Readonly<Record<string, unknown>>): unknown {
  return params['screen_name'] ?? params['firebase_screen']
}

function without(
  fields: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in others)))
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
