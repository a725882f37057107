import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ambient } from './ambient.ts'
import type { ServerConfig } from './config/server-config.ts'
import { SettingsError } from './config/server-config.ts'
import { Dispatcher } from './http/dispatcher.ts'
import { createHealthProtocol } from './http/health.ts'
import { hostNameOf } from './http/host-check.ts'
import { Listener } from './http/listener.ts'
import { createRequestIds } from './http/request-id.ts'
import type { RequestLine } from './http/request-line.ts'
import type { Protocol } from './http/route.ts'
import { StaticSite } from './http/static-site.ts'
import { createIdentity } from './identity/identity.ts'
import { openDataFolder } from './operations/data-folder.ts'
import { SqlitePersistence } from './persistence/sqlite/sqlite-persistence.ts'
import { consoleProject } from './projects/project-id.ts'
import { ProjectRegistry } from './projects/project-registry.ts'
import { createIdentityToolkitProtocol } from './protocols/identity-toolkit/protocol.ts'
import { createSecureTokenProtocol } from './protocols/secure-token/protocol.ts'

const stopGraceMs = 8_000
const consoleFolder = join(import.meta.dirname, '../../console/dist')

/** The whole server, built and not yet listening. */
export interface House {
  readonly protocols: readonly Protocol[]
  readonly dataFolder: string
  /** What `/welcome` asks for while the server has no owner. */
  readonly setupCode: string | undefined
  /** Opens the port. Rejects with node's error when it can't be opened. Resolves when every service answers. */
  start(): Promise<void>
  /** Where it is reached from this machine; known once started. */
  readonly origin: string
  readonly port: number
  /** Resolves with the cause when the house can't go on: a store has latched after an I/O error. Never rejects. */
  readonly failed: Promise<Error>
  /** Ends what is under way (at most ten seconds) and releases everything. */
  stop(): Promise<void>
}

export interface HouseAmbient extends Ambient {
  readonly logRequest: (line: RequestLine) => void
}

/** Builds everything. The only place that names concrete engines and introduces one part to another. */
export async function composeHouse(config: ServerConfig, ambient: HouseAmbient): Promise<House> {
  const { log } = ambient
  const closers: (() => Promise<void> | void)[] = []
  const tls = await readTls(config)
  const dataFolder = config.data.kind === 'folder' ? config.data.folder : await mkdtemp(join(tmpdir(), 'hearth-'))
  if (config.data.kind === 'ephemeral') closers.push(() => rm(dataFolder, { recursive: true, force: true }))
  const openFolder = openDataFolder(dataFolder)
  closers.push(() => openFolder.close())

  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  let state: 'starting' | 'ready' | 'latched' | 'stopping' = 'starting'

  const persistence = await SqlitePersistence.open({ folder: dataFolder, clock: ambient.clock })
  closers.push(() => persistence.close())
  const projects = new ProjectRegistry({
    persistence,
    clock: ambient.clock,
    random: ambient.random,
    mode: config.mode,
    defaultProject: config.defaultProject,
  })
  const identity = createIdentity({
    ...ambient,
    mode: config.mode,
    storeOf: (project) => projects.store(project),
    consoleProject,
    consoleSignUp: config.mode === 'dev' || config.console.signUp === 'anyone',
  })

  const protocols: Protocol[] = [
    createHealthProtocol({ isReady: () => state === 'ready' }),
    createIdentityToolkitProtocol({ ...identity, projects }),
    createSecureTokenProtocol({ ...identity, projects }),
  ]

  const nextRequestId = createRequestIds(ambient.random)
  const dispatcher = new Dispatcher({
    mode: config.mode,
    protocols,
    site: new StaticSite(consoleFolder, log),
    exchange: { publicUrl: config.http.publicUrl, trustedProxyHops: config.http.trustedProxyHops },
    trustedHosts: [config.http.publicUrl && hostNameOf(new URL(config.http.publicUrl).host)].filter(
      (name) => name !== undefined,
    ),
    nextRequestId,
    log,
    logRequest: ambient.logRequest,
  })
  const listener = new Listener({ onRequest: dispatcher.dispatch, tls, nextRequestId })
  void fail

  return {
    protocols,
    dataFolder,
    setupCode: undefined,
    failed,
    async start() {
      await listener.listen(config.http.host, config.http.port)
      state = 'ready'
    },
    get port() {
      return listener.port
    },
    get origin() {
      return `${tls === undefined ? 'http' : 'https'}://${urlHost(config.http.host)}:${listener.port}`
    },
    async stop() {
      state = 'stopping'
      await listener.close(stopGraceMs)
      for (const close of closers.toReversed()) await close()
    },
  }
}

async function readTls(config: ServerConfig): Promise<{ certificate: string; key: string } | undefined> {
  if (config.http.tls === undefined) return undefined
  const { certificateFile, keyFile } = config.http.tls
  const read = async (variable: string, file: string): Promise<string> => {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      throw new SettingsError([`${variable}: the file can't be read (${(error as NodeJS.ErrnoException).code}).`])
    }
  }
  return {
    certificate: await read('HEARTH_TLS_CERTIFICATE', certificateFile),
    key: await read('HEARTH_TLS_KEY', keyFile),
  }
}

/** A host as it stands in a URL; all interfaces are reached by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
