import * as alerts from './alerts.ts'
import * as analyticsSecrets from './analytics-secrets.ts'
import * as analytics from './analytics.ts'
import * as apiKeys from './api-keys.ts'
import * as apps from './apps.ts'
import * as audit from './audit.ts'
import * as backups from './backups.ts'
import * as deletedProjects from './deleted-projects.ts'
import * as documentHistory from './document-history.ts'
import type { Endpoint } from './endpoint.ts'
import * as fileSettings from './file-settings.ts'
import * as indexes from './indexes.ts'
import * as installations from './installations.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as mailTemplates from './mail-templates.ts'
import * as overview from './overview.ts'
import * as people from './people.ts'
import * as projects from './projects.ts'
import * as requestLog from './request-log.ts'
import * as requests from './requests.ts'
import * as rulesTests from './rules-tests.ts'
import * as rulesVerdicts from './rules-verdicts.ts'
import * as rules from './rules.ts'
import * as serverSettings from './server-settings.ts'
import * as server from './server.ts'
import * as serviceKeys from './service-keys.ts'
import * as sessions from './sessions.ts'
import * as signingKeys from './signing-keys.ts'
import * as team from './team.ts'
import * as webhooks from './webhooks.ts'

export interface Resource {
  readonly title: string
  /** By the name of each. */
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** All of the contract. Its documents need it whole; whoever calls an endpoint imports that alone. */
export const resources: readonly Resource[] = [
  resource('Server', server),
  resource('Server settings', serverSettings),
  resource('Projects', projects),
  resource('Deleted projects', deletedProjects),
  resource('Team', team),
  resource('Invitations', invitations),
  resource('Sessions', sessions),
  resource('Overview', overview),
  resource('Apps', apps),
  resource('API keys', apiKeys),
  resource('Service keys', serviceKeys),
  resource('Signing keys', signingKeys),
  resource('Webhooks', webhooks),
  resource('Mail templates', mailTemplates),
  resource('Users', people),
  resource('Installations', installations),
  resource('Analytics', analytics),
  resource('Analytics secrets', analyticsSecrets),
  resource('File settings', fileSettings),
  resource('Requests', requests),
  resource('Request log', requestLog),
  resource('Rules', rules),
  resource('Tests of rules', rulesTests),
  resource('Verdicts of rules', rulesVerdicts),
  resource('Indexes', indexes),
  resource('Document history', documentHistory),
  resource('Jobs', jobs),
  resource('Audit log', audit),
  resource('Backups', backups),
  resource('Alerts', alerts),
]

function resource(title: string, module: Readonly<Record<string, unknown>>): Resource {
  const endpoints = Object.entries(module).filter((one): one is [string, Endpoint] => isEndpoint(one[1]))
  const inOrder = endpoints.toSorted(([, one], [, other]) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return { title, endpoints: Object.fromEntries(inOrder) }
}

/** By path, and then what reads first. */
function orderOf({ path, method }: Endpoint): string {
  return `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value
}
