import { StatusError } from '@hearth/model'
import { writeJsonError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol } from '../../http/route.ts'
import { appConfiguration, type AppConfiguration, firstWebAppOf } from '../../projects/app-configuration.ts'
import type { Projects } from '../../projects/projects.ts'

export interface PageSetUpDeps {
  readonly mode: 'start' | 'dev'
  readonly projects: Pick<Projects, 'findAppById' | 'listApps' | 'projectOfApiKey'>
}

/** Pages of every origin load it, as they load the SDK. */
const headers = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' }

/**
 * What a page without a build gets its configuration from, as at the vendor's hosting: `/__/firebase/init.js` and `init.json`. `?appId=` names
 * the app; without it `hearth dev` takes the first web app of its default project. `hearth start` has many projects and tells of none unasked.
 */
export function createPageSetUpProtocol(deps: PageSetUpDeps): Protocol {
  return {
    name: 'page-set-up',
    routes: [
      {
        method: 'GET',
        path: '/__/firebase/init.js',
        guard: 'open',
        async handle(exchange) {
          const script = initScript(await readConfiguration(deps, exchange), exchange.publicOrigin)
          exchange.reply(200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' }, script)
        },
      },
      {
        method: 'GET',
        path: '/__/firebase/init.json',
        guard: 'open',
        async handle(exchange) {
          const text = JSON.stringify(await readConfiguration(deps, exchange), null, 2)
          exchange.reply(200, { ...headers, 'content-type': 'application/json; charset=utf-8' }, text)
        },
      },
    ],
    writeError: writeJsonError,
  }
}

async function readConfiguration(deps: PageSetUpDeps, exchange: Exchange): Promise<AppConfiguration> {
  exchange.note({ operation: 'page set-up' })
  const appId = exchange.query.get('appId')
  if (appId === null && deps.mode === 'start') {
    const sentence = 'Name the app: /__/firebase/init.js?appId=1:…:web:… with the appId that the project shows.'
    throw new StatusError('invalid-argument', 'MISSING_APP_ID', sentence)
  }
  const app =
    appId === null
      ? await firstWebAppOf(deps.projects, await deps.projects.projectOfApiKey(undefined))
      : await deps.projects.findAppById(appId)
  if (app?.platform !== 'web') throw new StatusError('not-found', 'NO_SUCH_APP', 'There is no such web app.')
  exchange.note({ project: app.project })
  return appConfiguration(app, exchange.publicOrigin)
}

/**
 * Sets the SDK of script tags up (`firebase/compat`, 8 and later), as the vendor's hosting does (`templates/hosting/init.js` of firebase-tools),
 * and leads its services to this server. Over https the SDK's settings for emulators do for accounts alone: documents and files have their own.
 */
function initScript(config: AppConfiguration, origin: string): string {
  const { protocol, host, hostname, port } = new URL(origin)
  const lead = protocol === 'https:' ? leadByHost(host) : leadByEmulators(hostname, Number(port || 80))
  return `if (typeof firebase === 'undefined') throw new Error('hosting/init-error: Firebase SDK not detected. You must include it before /__/firebase/init.js');
var firebaseConfig = ${JSON.stringify(config, null, 2)};
firebase.initializeApp(firebaseConfig);
if (typeof firebase.auth === 'function') firebase.auth().useEmulator(${JSON.stringify(origin)}, { disableWarnings: true });
${lead}`
}

function leadByEmulators(hostname: string, port: number): string {
  const place = `${JSON.stringify(hostname)}, ${port}`
  return `if (typeof firebase.firestore === 'function') firebase.firestore().useEmulator(${place});
if (typeof firebase.storage === 'function') firebase.storage().useEmulator(${place});
`
}

function leadByHost(host: string): string {
  const place = JSON.stringify(host)
  return `if (typeof firebase.firestore === 'function') firebase.firestore().settings({ host: ${place}, ssl: true, merge: true });
if (typeof firebase.storage === 'function') (firebase.storage()._delegate || firebase.storage()).host = ${place};
`
}
