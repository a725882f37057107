import { StatusError } from '@hearth/model'
import { jsonErrorHeaders, writeVendorError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { httpStatusOf, statusNameOf } from '../../http/status-codes.ts'
import type { Unserved } from '../../http/route.ts'
import { hostNameOf } from '../../http/host-check.ts'

/**
 * What to answer to requests for services that Hearth does not have: 501 and a sentence, in the form of each. Never 404, which a client takes for
 * a word about what it asked for: servers delete device tokens for which Cloud Messaging answers that.
 */
export function findUnserved(exchange: Exchange, authority: string | undefined): Unserved | undefined {
  const service = findNotServed(exchange, authority)
  return service === undefined ? undefined : refusalOf(service)
}

const emulatedServices: Readonly<Record<string, string>> = {
  functions: 'Cloud Functions',
  database: 'the Realtime Database',
  eventarc: 'Eventarc',
  dataconnect: 'Data Connect',
  tasks: 'Cloud Tasks',
}

/** What to answer at the port of an emulator, by the name that `firebase.json` gives it. Undefined for one that Hearth takes the place of. */
export function findUnservedEmulator(name: string): Unserved | undefined {
  const service = emulatedServices[name]
  return service === undefined ? undefined : refusalOf(serviceNamed(service))
}

function refusalOf(service: NotServedService): Unserved {
  return {
    error: new StatusError('unimplemented', 'NOT_SERVED', sentenceFor(service)),
    writeError: (answered, error) => writeNotServed(answered, error, service.form),
  }
}

function writeNotServed(exchange: Exchange, error: StatusError, form: NotServedService['form']): void {
  const status = httpStatusOf(error)
  const message = `${error.message} (request ${exchange.id})`
  if (form === 'database') {
    exchange.reply(status, jsonErrorHeaders(error), JSON.stringify({ error: message }))
  } else if (form === 'callable' && exchange.headers.accept === 'text/event-stream') {
    // The SDK reads nothing but events here, whatever the status, and waits for one.
    const event = JSON.stringify({ error: { status: statusNameOf(error), message } })
    exchange.reply(status, { ...jsonErrorHeaders(error), 'content-type': 'text/event-stream' }, `data: ${event}\n\n`)
  } else {
    writeVendorError(exchange, error, { isListed: false })
  }
}

/** A service of the vendor that Hearth does not have. */
interface NotServedService {
  readonly name: string
  /** What to do without it; a sentence. */
  readonly instead?: string
  /**
   * How it says no: `api` by google.rpc.Status as JSON, `callable` so or, where a stream is asked for, by an event of it, `database` by
   * `{"error":"…"}`.
   */
  readonly form: 'api' | 'callable' | 'database'
}

interface Entry extends NotServedService {
  /** Names of its hosts; those of `endings` end so. */
  readonly hosts?: readonly string[]
  readonly endings?: readonly string[]
  /** Paths that only it has, whatever the host: SDKs are pointed at a server by agents, emulator settings and proxies. */
  readonly path?: RegExp
}

/**
 * By host and by path, from the sources of `firebase` 12.19 and `firebase-admin` 14.5. The first that fits says no. What is left of the vendor's
 * hosts and paths is answered by the dispatcher.
 */
const services: readonly Entry[] = [
  {
    name: 'Cloud Messaging',
    instead: 'No device token is good or bad for that: send push messages by another service.',
    form: 'api',
    hosts: ['fcm.googleapis.com', 'fcmregistrations.googleapis.com', 'iid.googleapis.com', 'fcmdata.googleapis.com'],
    path: /^\/(?:v1\/projects\/[^/]+\/(?:messages:send|registrations(?:\/|$))|batch(?:\/|$)|iid\/|fcm\/)/,
  },
  {
    name: 'Cloud Functions',
    instead: 'Call a server of your own.',
    form: 'callable',
    hosts: ['cloudfunctions.googleapis.com', 'run.googleapis.com'],
    endings: ['.cloudfunctions.net', '.run.app'],
    path: /^\/v[12][a-z\d]*\/projects\/[^/]+\/locations\/[^/]+\/functions(?:[/:]|$)|^\/v2\/projects\/[^/]+\/locations\/[^/]+\/services(?:\/|$)/,
  },
  {
    name: 'the Realtime Database',
    instead: 'Documents have live updates.',
    form: 'database',
    endings: ['.firebaseio.com', '.firebasedatabase.app'],
    path: /^\/\.(?:ws|lp)$/,
  },
  {
    name: 'the Realtime Database',
    instead: 'Documents have live updates.',
    form: 'api',
    hosts: ['firebasedatabase.googleapis.com'],
    path: /^\/v1beta\/projects\/[^/]+\/locations\/[^/]+\/instances(?:[/:]|$)/,
  },
  {
    name: 'Remote Config',
    instead: 'Keep what apps read in a document.',
    form: 'api',
    hosts: ['firebaseremoteconfig.googleapis.com', 'firebaseremoteconfigrealtime.googleapis.com'],
    path: /^\/v1\/projects\/[^/]+\/(?:namespaces\/|remoteConfig(?:[/:]|$))/,
  },
  {
    name: 'App Check',
    instead: 'Do without its tokens: rules and keys of apps guard the data.',
    form: 'api',
    hosts: ['firebaseappcheck.googleapis.com', 'content-firebaseappcheck.googleapis.com'],
    path: /^\/v1(?:beta)?\/(?:jwks$|projects\/[^/:]+(?::verifyAppCheckToken$|\/apps\/[^/]+:(?:exchange|generate)))/,
  },
  {
    name: 'Data Connect',
    form: 'api',
    hosts: ['firebasedataconnect.googleapis.com'],
    path: /^\/v1[a-z\d]*\/projects\/[^/]+\/locations\/[^/]+\/services(?:\/|$)|^\/ws\/google\.firebase\.dataconnect\./,
  },
  {
    name: 'AI Logic',
    form: 'api',
    hosts: ['firebasevertexai.googleapis.com', 'generativelanguage.googleapis.com', 'aiplatform.googleapis.com'],
    path: /^\/v\d[a-z\d]*\/projects\/[^/]+\/(?:locations\/[^/]+\/publishers\/[^/]+\/)?(?:models|templates)\/[^/]+:[a-zA-Z]*(?:[gG]enerate|predict|countTokens)/,
  },
  {
    name: 'Firebase ML',
    form: 'api',
    hosts: ['firebaseml.googleapis.com'],
    path: /^\/v1beta2\/projects\/[^/]+\/(?:models|operations)(?:[/:]|$)/,
  },
  {
    name: 'Cloud Tasks',
    form: 'api',
    hosts: ['cloudtasks.googleapis.com'],
    path: /^\/v2[a-z\d]*\/projects\/[^/]+\/locations\/[^/]+\/queues(?:[/:]|$)/,
  },
  {
    name: 'Eventarc',
    form: 'api',
    hosts: ['eventarcpublishing.googleapis.com', 'eventarc.googleapis.com'],
    path: /^\/v1\/projects\/[^/]+\/locations\/[^/]+\/channels(?:[/:]|$)/,
  },
  {
    name: 'Extensions',
    form: 'api',
    hosts: ['firebaseextensions.googleapis.com', 'firebaseextensionspublisher.googleapis.com'],
    path: /^\/v1beta\/projects\/[^/]+\/instances(?:\/|$)/,
  },
  { name: 'App Hosting', form: 'api', hosts: ['firebaseapphosting.googleapis.com', 'developerconnect.googleapis.com'] },
  {
    name: 'Hosting',
    form: 'api',
    hosts: ['firebasehosting.googleapis.com', 'upload-firebasehosting.googleapis.com'],
    path: /^\/v1beta1\/projects\/[^/]+\/sites(?:[/:]|$)/,
  },
  {
    name: 'App Distribution',
    form: 'api',
    hosts: ['firebaseappdistribution.googleapis.com'],
    path: /^\/v1(?:alpha)?\/projects\/[^/]+\/(?:testers|groups|apps\/[^/]+\/releases)(?:[/:]|$)/,
  },
  {
    name: 'Cloud Logging',
    instead: 'The console shows what was asked under Requests.',
    form: 'api',
    hosts: ['logging.googleapis.com'],
    path: /^\/v2\/entries:/,
  },
  { name: 'Phone Number Verification', form: 'api', hosts: ['fpnv.googleapis.com'] },
  {
    name: 'Performance Monitoring',
    form: 'api',
    hosts: ['firebaselogging.googleapis.com', 'firebaselogging-pa.googleapis.com'],
    path: /^\/v0cc\/log$/,
  },
  {
    name: 'project management',
    instead: 'Projects and apps are made in the console, or by /hearth/v1.',
    form: 'api',
    hosts: ['firebase.googleapis.com', 'cloudresourcemanager.googleapis.com', 'serviceusage.googleapis.com'],
    path: /^\/v1beta1\/(?:projects(?:\/|$)|availableProjects$)/,
  },
  {
    name: 'signing by service accounts',
    instead: 'A service key of Hearth signs by itself.',
    form: 'api',
    hosts: ['iamcredentials.googleapis.com', 'iam.googleapis.com'],
    path: /^\/v1\/projects\/-\/serviceAccounts\//,
  },
]

/** `/<project>/<region>/<name>`, as SDKs call the emulator of functions. Apps give it regions of any name; versions of APIs are none. */
const functionPath = /^\/(?!hearth\/)[a-z][a-z\d-]{4,29}\/(?!v\d)[a-z][a-z\d-]*\/[\w-]+$/

/**
 * The service that a request is for; undefined where it may as well be ours, and merely nothing is there. Asked only for requests that no route
 * takes, and those that a route of buckets by name might.
 */
function findNotServed(
  { method, path, headers, query }: Pick<Exchange, 'method' | 'path' | 'headers' | 'query'>,
  authority: string | undefined,
): NotServedService | undefined {
  const host = authority === undefined ? '' : hostNameOf(authority)
  for (const service of services) {
    if (service.hosts?.includes(host) === true || service.endings?.some((ending) => host.endsWith(ending)) === true) {
      return service
    }
  }
  for (const service of services) if (service.path?.test(path) === true) return service
  // `/users/ada.json?ns=demo-app`: the Realtime Database over REST.
  if (path.endsWith('.json') && query.has('ns')) return serviceNamed('the Realtime Database')
  const isCall = method === 'POST' && headers['content-type']?.startsWith('application/json') === true
  const isUpload = headers['x-goog-resumable'] !== undefined || query.has('X-Goog-Signature')
  return isCall && !isUpload && functionPath.test(path) ? serviceNamed('Cloud Functions') : undefined
}

/** One of the table. */
export function serviceNamed(name: string): NotServedService {
  const service = services.find((entry) => entry.name === name)
  if (service === undefined) throw new Error(`There is no service ${name}`)
  return service
}

export function sentenceFor({ name, instead }: NotServedService): string {
  const sentence = `Hearth does not serve ${name}.`
  return instead === undefined ? sentence : `${sentence} ${instead}`
}
