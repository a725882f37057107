/** What an SDK says of itself with each request; nobody has checked it. */
export interface RequestApp {
  /** The id of the app that it was set up with: `1:1234:web:abcd`. */
  readonly app?: string
  /** Its platform and version: `js/12.4.0`. */
  readonly sdk?: string
}

type AppHeader = 'x-firebase-gmpid' | 'x-goog-api-client' | 'x-firebase-storage-version'
/** The headers that say it. */
export type AppHeaders = Readonly<Partial<Record<AppHeader, string | string[] | undefined>>>

const named = /^[\w:.-]{1,100}$/
const platform = /(?:^|\s)gl-([a-z]{1,12})\//
const firestoreVersion = /(?:^|\s)fire\/([\w.+-]{1,40})(?:\s|$)/
/** `webjs/12.4.0` of a browser, `Android/21.0.0` */
const storageVersion = /^([A-Za-z]{1,12})\/([\w.+-]{1,40})$/

export function appOf(headers: AppHeaders): RequestApp {
  const app = textOf(headers['x-firebase-gmpid'])
  const sdk = sdkOf(textOf(headers['x-goog-api-client']), textOf(headers['x-firebase-storage-version']))
  return { ...(app !== undefined && named.test(app) && { app }), ...(sdk !== undefined && { sdk }) }
}

/** Only what says it: nothing else of a request is held on to. */
export function appHeadersOf(headers: AppHeaders): AppHeaders {
  return {
    'x-firebase-gmpid': headers['x-firebase-gmpid'],
    'x-goog-api-client': headers['x-goog-api-client'],
    'x-firebase-storage-version': headers['x-firebase-storage-version'],
  }
}

function sdkOf(client: string | undefined, storage: string | undefined): string | undefined {
  const version = client === undefined ? undefined : firestoreVersion.exec(client)?.[1]
  if (client !== undefined && version !== undefined) return `${platform.exec(client)?.[1] ?? 'other'}/${version}`
  const [, name, storageNumber] = (storage === undefined ? null : storageVersion.exec(storage)) ?? []
  if (name === undefined || storageNumber === undefined) return undefined
  return `${name === 'webjs' ? 'js' : name.toLowerCase()}/${storageNumber}`
}

function textOf(header: string | string[] | undefined): string | undefined {
  const text = typeof header === 'string' ? header : header?.[0]
  return text === undefined || text.length > 500 ? undefined : text
}
