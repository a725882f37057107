import { websitePattern } from '@hearth/api'

/** A key of a project: public by nature, it names the project in calls that carry no other name of it. */
export interface ApiKey {
  /** `hk_<project>_<random>` */
  readonly key: string
  readonly project: string
  /** The app whose configuration was given the key; undefined for one that stands by itself. */
  readonly appId: string | undefined
  readonly name: string
  /** Milliseconds since the epoch; undefined for keys from before it was kept. */
  readonly createdAt: number | undefined
  /** Web pages that may use it, as `https://shop.example.com` or `https://*.example.com`; all and programs when there are none. */
  readonly websites: readonly string[]
}

/** What is left out stays. */
export interface ApiKeyChanges {
  readonly name?: string | undefined
  readonly websites?: readonly string[] | undefined
}

/** Who uses a key, as far as a request says. */
export interface KeyUse {
  /** The origin of the page; undefined for a program, and where a browser keeps it to itself. */
  readonly website: string | undefined
  /** A page of this server, such as the console: it may use every key. */
  readonly isOwnPage: boolean
}

/** Whether a key may be used from there. */
export function mayUse({ websites }: Pick<ApiKey, 'websites'>, { website, isOwnPage }: KeyUse): boolean {
  if (websites.length === 0 || isOwnPage) return true
  return website !== undefined && websites.some((one) => covers(one, website))
}

function covers(allowed: string, website: string): boolean {
  const [, scheme, star, host, port = ''] = websitePattern.exec(allowed) ?? []
  if (star === undefined) return allowed === website
  const begin = `${scheme}://`
  const end = `.${host}${port}`
  return website.startsWith(begin) && website.endsWith(end) && website.length > begin.length + end.length
}
