import type { Fields } from '../event.ts'
import { isCustomParameter } from './dimensions.ts'

const EVENTS_MAX = 500
const PARAMETERS_MAX = 50
const PROPERTIES_MAX = 100

export type ParameterType = 'text' | 'number'

/** As kept in a record: names as arrays, because they may be those of an object's own. */
type CatalogRecord = {
  readonly events: readonly (readonly [name: string, parameters: readonly (readonly [string, ParameterType])[]])[]
  readonly userProperties: readonly string[]
  readonly firstDay: number | undefined
}

/**
 * The names that a project's events, their parameters and user properties ever had, the first 500 events with 50 parameters each and
 * 100 properties. What has no place in it is not rolled up by its name.
 */
export class Catalog {
  readonly events = new Map<string, Map<string, ParameterType>>()
  readonly userProperties = new Set<string>()
  /** The earliest day with an event. */
  firstDay: number | undefined
  #isChanged = false

  static decode(text: string | undefined): Catalog {
    const catalog = new Catalog()
    if (text === undefined) return catalog
    const { events, userProperties, firstDay } = JSON.parse(text) as CatalogRecord
    for (const [name, parameters] of events) catalog.events.set(name, new Map(parameters))
    for (const name of userProperties) catalog.userProperties.add(name)
    catalog.firstDay = firstDay
    return catalog
  }

  /** Whether there is something new since the last `encode`. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  encode(): string {
    this.#isChanged = false
    const record: CatalogRecord = {
      events: [...this.events].map(([name, parameters]) => [name, [...parameters]]),
      userProperties: [...this.userProperties],
      firstDay: this.firstDay,
    }
    return JSON.stringify(record)
  }

  noteDay(day: number): void {
    if (this.firstDay !== undefined && this.firstDay <= day) return
    this.firstDay = day
    this.#isChanged = true
  }

  /** The parameters of the event that are rolled up; undefined for a name that has no place. */
  noteEvent(name: string, params: Fields): ReadonlyMap<string, ParameterType> | undefined {
    let parameters = this.events.get(name)
    if (parameters === undefined) {
      if (this.events.size >= EVENTS_MAX) return undefined
      parameters = new Map()
      this.events.set(name, parameters)
      this.#isChanged = true
    }
    for (const [parameter, value] of Object.entries(params)) {
      if (parameters.has(parameter) || parameters.size >= PARAMETERS_MAX || !isCustomParameter(parameter)) continue
      parameters.set(parameter, typeof value === 'number' ? 'number' : 'text')
      this.#isChanged = true
    }
    return parameters
  }

  noteUserProperties(properties: Fields): void {
    for (const name of Object.keys(properties)) {
      if (this.userProperties.has(name) || this.userProperties.size >= PROPERTIES_MAX) continue
      this.userProperties.add(name)
      this.#isChanged = true
    }
  }
}
