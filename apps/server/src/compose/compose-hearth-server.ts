import { join } from 'node:path'
import type { ServerConfig } from '../config/server-config.ts'
import { RecentCounts } from '../alerts/recent-counts.ts'
import { isFailedAnswer } from '../alerts/watched-figures.ts'
import { readTlsFiles } from '../config/tls-files.ts'
import { createHearthServer, type HearthServer, type ServerAmbient } from '../hearth-server.ts'
import { Closers, openBuildContext, type SharedParts } from './build-context.ts'
import { isDatabaseSocket, refuseDatabaseSocket } from '../protocols/not-served/database-socket.ts'
import { findUnserved, findUnservedEmulator } from '../protocols/not-served/not-served.ts'
import { composeAccess } from './compose-access.ts'
import { composeAlerts } from './compose-alerts.ts'
import { composeDocuments } from './compose-documents.ts'
import { composeIdentity } from './compose-identity.ts'
import { composeJobs } from './compose-jobs.ts'
import { composeOperations } from './compose-operations.ts'
import { composeProjects } from './compose-projects.ts'
import { composeProtocols } from './compose-protocols.ts'
import { composeStores } from './compose-stores.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { RequestLog } from '../request-log/request-log.ts'

const apps = join(import.meta.dirname, '../../..')
const siteFolders = { console: join(apps, 'console/dist'), docs: join(apps, 'docs/dist') }

/** Builds everything, layer by layer. When it fails, what was opened so far is closed again. */
export async function composeHearthServer(
  config: ServerConfig,
  ambient: ServerAmbient,
  shared: SharedParts = {},
): Promise<HearthServer> {
  const closers = new Closers()
  try {
    return await composeOn(closers, config, ambient, shared)
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** Each layer is given those before it. */
async function composeOn(
  closers: Closers,
  config: ServerConfig,
  outside: ServerAmbient,
  shared: SharedParts,
): Promise<HearthServer> {
  const { http, mode } = config
  const tls = await readTlsFiles(http.tls)
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()

  const context = await openBuildContext(config, outside, shared, closers)
  const { clock, log } = context.ambient
  const requestLog = new RequestLog({ folder: join(context.dataFolder, 'request-log'), clock, log })
  closers.add(() => requestLog.close())
  const stores = await composeStores(context, fail)
  const access = await composeAccess(context, stores)
  const documents = await composeDocuments(context, { ...stores, ...access })
  const people = await composeIdentity(context, { ...stores, ...access, ...documents })
  const projects = composeProjects(context, { ...stores, ...access, ...people })
  const jobs = await composeJobs(context, { ...stores, ...access, ...documents, ...people })
  const recentAnswers = new RecentCounts(clock)
  const alerts = composeAlerts(context, { ...stores, ...access, ...people, ...projects, recentAnswers })
  const operations = await composeOperations(context, {
    ...stores,
    ...access,
    ...documents,
    ...people,
    ...projects,
    alerts,
    jobs,
    listensAt: () => hearth.origin,
  })
  const services = {
    ...stores,
    ...access,
    ...documents,
    ...people,
    ...projects,
    ...operations,
    alerts,
    jobs,
    requestLog,
  }

  const hearth: HearthServer = createHearthServer({
    http,
    mode,
    ambient: {
      ...context.ambient,
      logRequest(line) {
        outside.logRequest(line)
        requestLog.record(line)
        recentAnswers.count(CONSOLE_PROJECT, isFailedAnswer(line.status))
      },
    },
    tls,
    dataFolder: context.dataFolder,
    publicUrl: () => stores.serverSettings.publicUrl,
    siteFolders,
    protocols: composeProtocols(context, services),
    findUnserved,
    findUnservedEmulator,
    upgrades: {
      isTaken: isDatabaseSocket,
      take: (...connection) => refuseDatabaseSocket(context.ambient, ...connection),
    },
    setupCode: () => operations.setup.code,
    failed,
    close: () => closers.close(),
  })
  return hearth
}
