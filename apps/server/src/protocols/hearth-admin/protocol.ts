import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol } from '../../http/route.ts'
import { alerts } from './alerts.ts'
import { analytics } from './analytics.ts'
import { analyticsSecrets } from './analytics-secrets.ts'
import { apiKeys } from './api-keys.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { backups } from './backups.ts'
import { deletedProjects } from './deleted-projects.ts'
import type { HearthAdminDeps } from './deps.ts'
import { documentHistory } from './document-history.ts'
import { fileSettings } from './file-settings.ts'
import { indexes } from './indexes.ts'
import { installations } from './installations.ts'
import { invitations } from './invitations.ts'
import { jobs } from './jobs.ts'
import { mailTemplates } from './mail-templates.ts'
import { overview } from './overview.ts'
import { people } from './people.ts'
import { projects } from './projects.ts'
import { requestLog } from './request-log.ts'
import { requests } from './requests.ts'
import { rules } from './rules.ts'
import { rulesTests } from './rules-tests.ts'
import { rulesVerdicts } from './rules-verdicts.ts'
import { server } from './server.ts'
import { serverSettings } from './server-settings.ts'
import { serviceKeys } from './service-keys.ts'
import { sessions } from './sessions.ts'
import { signingKeys } from './signing-keys.ts'
import { team } from './team.ts'
import { webhooks } from './webhooks.ts'
import { getOpenApi } from '@hearth/api'
import { openApiDocument } from '@hearth/api/document'
import { Turn } from '../../lib/turn.ts'
import { route } from './route.ts'

/**
 * Our own protocol, for the console: what the vendor's have no address for, as the contract `@hearth/api` has it. Pages of other origins are
 * kept out.
 */
export function createHearthAdminProtocol(deps: HearthAdminDeps): Protocol {
  const resources = [
    server,
    serverSettings,
    openApi,
    projects,
    deletedProjects,
    team,
    invitations,
    overview,
    apps,
    apiKeys,
    people,
    installations,
    analytics,
    analyticsSecrets,
    fileSettings,
    audit,
    requests,
    requestLog,
    rules,
    rulesTests,
    rulesVerdicts,
    indexes,
    documentHistory,
    jobs,
    backups,
    alerts,
    serviceKeys,
    sessions,
    mailTemplates,
    signingKeys,
    webhooks,
  ]
  return {
    name: 'hearth-admin',
    routes: resources.flat().map((route) => route(deps)),
    crossOrigin: false,
    writeError: writeJsonError,
  }
}

/** Made once, when somebody asks for it: it takes a tenth of a second, in turns. */
let document: ReturnType<typeof openApiDocument> | undefined

const openApi = [
  route(getOpenApi, async ({ deps }) => {
    const turn = new Turn()
    document ??= openApiDocument(deps.version, () => turn.pause())
    return await document
  }),
]
