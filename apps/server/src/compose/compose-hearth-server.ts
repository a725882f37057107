import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuditLog } from '../audit/audit-log.ts'
import { ClockFile } from '../clock/clock-file.ts'
import { ClockGuard } from '../clock/clock-guard.ts'
import type { ServerConfig } from '../config/server-config.ts'
import { readTlsFiles } from '../config/tls-files.ts'
import { createHearthServer, type HearthServer, type ServerAmbient } from '../hearth-server.ts'
import { openDataFolder } from '../operations/data-folder.ts'
import { Closers } from './closers.ts'
import { composeAccess } from './compose-access.ts'
import { composeBackups } from './compose-backups.ts'
import { composeConsole } from './compose-console.ts'
import { composeDocuments } from './compose-documents.ts'
import { composeFiles } from './compose-files.ts'
import { composeIdentity } from './compose-identity.ts'
import { composeInstallations } from './compose-installations.ts'
import { composeMessages } from './compose-messages.ts'
import { composeProjectRemoval } from './compose-project-removal.ts'
import { isDatabaseSocket, refuseDatabaseSocket } from '../protocols/not-served/database-socket.ts'
import { findUnserved, findUnservedEmulator } from '../protocols/not-served/not-served.ts'
import { composeProtocols } from './compose-protocols.ts'
import { composeServer } from './compose-server.ts'
import { composeStores } from './compose-stores.ts'
import { composeTrends } from './compose-trends.ts'
import { composeUsage } from './compose-usage.ts'
import type { BuildContext } from './build-context.ts'

const apps = join(import.meta.dirname, '../../..')
const siteFolders = { console: join(apps, 'console/dist'), docs: join(apps, 'docs/dist') }

/** Builds everything, room by room. When it fails, what was opened so far is closed again. */
export async function composeHearthServer(config: ServerConfig, ambient: ServerAmbient): Promise<HearthServer> {
  const closers = new Closers()
  try {
    return await composeOn(closers, config, ambient)
  } catch (error) {
    await closers.close()
    throw error
  }
}

async function composeOn(closers: Closers, config: ServerConfig, outside: ServerAmbient): Promise<HearthServer> {
  const { http, mode } = config
  const tls = await readTlsFiles(http.tls)
  const dataFolder = await takeDataFolder(config, closers)
  const clockGuard = new ClockGuard({ clock: outside.clock, file: new ClockFile(dataFolder), log: outside.log })
  closers.add(() => clockGuard.stop())
  const ambient: ServerAmbient = { ...outside, clock: clockGuard }
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const later: BuildContext['later'] = {}
  const onOperatorAct: BuildContext['onOperatorAct'] = (act) => later.consoleRoom?.onOperatorAct(act)
  const context: BuildContext = { config, ambient, clockGuard, dataFolder, closers, later, onOperatorAct }

  const stores = await composeStores(context, fail)
  const messages = await composeMessages(context, stores)
  const people = composeIdentity(context, stores, messages)
  const { clock, log } = ambient
  const audit = new AuditLog({ storeOf: stores.storeOf, clock, log, sweepsMayRun: clockGuard.sweepsMayRun })
  closers.add(() => audit.settled())
  const { trends } = composeTrends(context, stores)
  const access = await composeAccess(context, { ...stores, trends })
  const documents = await composeDocuments(context, { ...stores, ...people, ...access, audit, trends })
  const files = composeFiles(context, { ...stores, ...people, ...access })
  const usageOf = composeUsage(context, { ...stores, ...people, ...files })
  later.usageOf = usageOf
  const installations = composeInstallations(context, { ...stores, ...people })
  const consoleRoom = await composeConsole(context, { ...stores, ...people, ...documents })
  const backups = await composeBackups(context, { ...stores, ...documents, ...files, audit })
  const removalRooms = { ...stores, ...people, ...documents, ...files, backups }
  const rooms = {
    ...stores,
    ...messages,
    ...people,
    ...access,
    ...documents,
    ...files,
    ...installations,
    ...consoleRoom,
    audit,
    trends,
    usageOf,
    backups,
    server: composeServer(context, { ...stores, ...files, backups }),
    projectRemoval: await composeProjectRemoval(context, removalRooms),
  }
  const protocols = composeProtocols(context, rooms)
  const setupCode = (): string | undefined => consoleRoom.setup.code
  const close = (): Promise<void> => closers.close()
  const hearth = createHearthServer({
    http,
    mode,
    ambient,
    tls,
    dataFolder,
    siteFolders,
    protocols,
    findUnserved,
    findUnservedEmulator,
    upgrades: {
      isTaken: isDatabaseSocket,
      take: (...connection) => refuseDatabaseSocket(ambient, ...connection),
    },
    setupCode,
    failed,
    close,
  })
  later.originOf = () => hearth.origin
  return hearth
}

/** The folder that everything is kept in, for this process alone; a temporary one goes with it. */
async function takeDataFolder({ data, mode }: ServerConfig, closers: Closers): Promise<string> {
  const folder = data.kind === 'folder' ? data.folder : await mkdtemp(join(tmpdir(), 'hearth-'))
  if (data.kind === 'ephemeral') closers.add(() => rm(folder, { recursive: true, force: true }))
  const taken = openDataFolder(folder, mode, { adopt: data.kind === 'folder' && data.adopt })
  closers.add(() => taken.close())
  return folder
}
