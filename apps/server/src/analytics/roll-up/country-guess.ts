/**
 * The country that a time zone, or else a language, points at, as ISO 3166-1 alpha-2. A guess: nobody's address is looked at. Which
 * zones a country has comes from the CLDR data of the JavaScript engine.
 */
export class CountryGuess {
  #zones: Promise<ReadonlyMap<string, string>> | undefined

  /** Reading the zones of all countries takes 0.1 s, with pauses; once. */
  async load(): Promise<(timeZone: string | undefined, language: string | undefined) => string | undefined> {
    const zones = await (this.#zones ??= readZones())
    return (timeZone, language) => (timeZone === undefined ? undefined : zones.get(timeZone)) ?? regionOf(language)
  }
}

/** `GB` for `en-GB` and `zh-Hant-TW` → `TW`; a language without a region says nothing. */
function regionOf(language: string | undefined): string | undefined {
  return /^[A-Za-z]{2,8}(?:[-_][A-Za-z]{4})?[-_]([A-Za-z]{2})(?![A-Za-z0-9])/.exec(language ?? '')?.[1]?.toUpperCase()
}

/** ECMA-402's Intl Locale Info, which the compiler does not know yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): readonly string[] | undefined }

async function readZones(): Promise<ReadonlyMap<string, string>> {
  const zones = new Map<string, string>()
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (let first = 65; first <= 90; first++) {
    for (let second = 65; second <= 90; second++) {
      const region = String.fromCharCode(first, second)
      if (names.of(region) === undefined) continue
      const locale = new Intl.Locale(`und-${region}`) as LocaleWithZones
      // `DD` stands for `DE` by now.
      if (locale.region !== region) continue
      for (const zone of locale.getTimeZones() ?? []) if (!zones.has(zone)) zones.set(zone, region)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return zones
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
/** Asked for with each cell of a report; there are 676 ids at most. */
const knownNames = new Map<string, string>()

/** `Germany` for `DE`. */
export function countryName(countryId: string): string {
  if (!/^[A-Z]{2}$/.test(countryId)) return countryId
  let name = knownNames.get(countryId)
  if (name === undefined) {
    name = countryNames.of(countryId) ?? countryId
    knownNames.set(countryId, name)
  }
  return name
}
