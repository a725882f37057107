import type { Ambient } from './lib/ambient.ts'
import type { EmulatorPort, ServerConfig } from './config/server-config.ts'
import type { TlsFiles } from './config/tls-files.ts'
import { Dispatcher } from './http/dispatcher.ts'
import { FilesHost } from './http/files-host.ts'
import { createHealthProtocol } from './http/health.ts'
import { hostNameOf } from './http/host-check.ts'
import { clientAddressOf } from './http/client-address.ts'
import { Listener, type Upgrades } from './http/listener.ts'
import { MemoryBudget, type MemoryLease } from './http/memory-budget.ts'
import { createRequestIds } from './http/request-id.ts'
import type { RequestLine } from './http/request-line.ts'
import type { Protocol, FindUnserved, Unserved } from './http/route.ts'
import { type SiteFolders, StaticSite } from './http/static-site.ts'

const STOP_GRACE_MS = 8_000

/** A further port that could not be opened, with node's error. */
export interface UnopenedPort extends EmulatorPort {
  readonly error: unknown
}

/** The whole server, built and not yet listening. */
export interface HearthServer {
  readonly protocols: readonly Protocol[]
  readonly dataFolder: string
  /** What `/welcome` asks for while the server has no owner. */
  readonly setupCode: string | undefined
  /**
   * Opens the port and the further ones. Rejects with node's error when the port can't be opened. Resolves when every service answers, with
   * those of the further ones that can't be opened.
   */
  start(): Promise<readonly UnopenedPort[]>
  /** Where clients reach it, as far as that is set. */
  readonly publicUrl: string | undefined
  /** Where it is reached from this machine; known once started. */
  readonly origin: string
  readonly port: number
  /** Resolves with the cause when the server can't go on: a store has latched after an I/O error. Never rejects. */
  readonly failed: Promise<Error>
  /** Ends what is under way (at most ten seconds) and releases everything. */
  stop(): Promise<void>
}

export interface ServerAmbient extends Ambient {
  readonly logRequest: (line: RequestLine) => void
  /** Says a line to whoever started the server, and to nobody else: it may be worth a password. */
  readonly announce: (line: string) => void
}

/** As `Upgrades`; what such a connection holds is counted by its lease. */
export interface CountedUpgrades {
  readonly isTaken: Upgrades['isTaken']
  readonly take: (...connection: [...Parameters<Upgrades['take']>, memory: MemoryLease]) => void
}

export interface HearthServerParts {
  readonly http: ServerConfig['http']
  readonly mode: ServerConfig['mode']
  readonly ambient: ServerAmbient
  readonly tls: TlsFiles | undefined
  readonly dataFolder: string
  /** Where clients reach the server now; undefined: at what each request names. */
  readonly publicUrl: () => string | undefined
  readonly siteFolders: SiteFolders
  readonly protocols: readonly Protocol[]
  readonly findUnserved: FindUnserved
  /** What an emulator of the vendor's that Hearth has none of says at its port; undefined for the others. */
  readonly findUnservedEmulator: (name: string) => Unserved | undefined
  readonly upgrades: CountedUpgrades
  readonly setupCode: () => string | undefined
  readonly failed: Promise<Error>
  /** Releases what the protocols stand on. */
  readonly close: () => Promise<void>
}

/** Puts the one port in front of the protocols. */
export function createHearthServer(parts: HearthServerParts): HearthServer {
  const { http, mode, ambient, tls, failed } = parts
  let state: 'starting' | 'ready' | 'failed' | 'stopping' = 'starting'
  void failed.then(() => {
    state = 'failed'
  })
  const protocols = [createHealthProtocol({ isReady: () => state === 'ready' }), ...parts.protocols]
  const nextRequestId = createRequestIds(ambient.random)
  const memory = new MemoryBudget()
  const unservedPorts = new Map(
    http.emulatorPorts.flatMap(({ name, port }) => {
      const unserved = parts.findUnservedEmulator(name)
      return unserved === undefined ? [] : [[port, unserved] as const]
    }),
  )
  const dispatcher = new Dispatcher({
    mode,
    protocols,
    site: new StaticSite(parts.siteFolders, ambient.log),
    exchange: {
      get publicUrl() {
        return parts.publicUrl()
      },
      trustedProxyHops: http.trustedProxyHops,
      memory,
    },
    trustedHosts: [http.publicUrl, http.filesUrl].flatMap((url) =>
      url === undefined ? [] : [hostNameOf(new URL(url).host)],
    ),
    filesHost: http.filesUrl === undefined ? undefined : new FilesHost(http.filesUrl),
    trustedOrigins: http.publicUrl === undefined ? http.devOrigins : [http.publicUrl, ...http.devOrigins],
    findUnserved: parts.findUnserved,
    findUnservedAt: (port) => (port === undefined ? undefined : unservedPorts.get(port)),
    nextRequestId,
    log: ambient.log,
    logRequest: ambient.logRequest,
  })
  const upgrades: Upgrades = {
    isTaken: (request) => parts.upgrades.isTaken(request) && dispatcher.mayUpgrade(request),
    take(request, socket, head) {
      const lease = memory.lease(clientAddressOf(request, http.trustedProxyHops), socket)
      socket.once('close', () => lease.release())
      parts.upgrades.take(request, socket, head, lease)
    },
  }
  const { dispatch: onRequest, admitStream } = dispatcher
  const newListener = (): Listener => new Listener({ onRequest, admitStream, upgrades, tls, nextRequestId })
  const listener = newListener()
  const emulators = http.emulatorPorts.map((emulator) => ({ ...emulator, listener: newListener() }))

  return {
    protocols,
    dataFolder: parts.dataFolder,
    failed,
    get setupCode() {
      return parts.setupCode()
    },
    async start() {
      await listener.listen(http.host, http.port)
      const unopened: UnopenedPort[] = []
      const opening = emulators.map(async ({ name, port, listener: further }) => {
        try {
          await further.listen(http.host, port)
        } catch (error) {
          unopened.push({ name, port, error })
        }
      })
      await Promise.all(opening)
      if (state === 'starting') state = 'ready'
      return unopened
    },
    get publicUrl() {
      return parts.publicUrl()
    },
    get port() {
      return listener.port
    },
    get origin() {
      return `${tls === undefined ? 'http' : 'https'}://${urlHost(http.host)}:${listener.port}`
    },
    async stop() {
      if (state !== 'failed') state = 'stopping'
      // No new connection first, or the clients of the streams that end would come back here.
      const listeners = [listener, ...emulators.map((emulator) => emulator.listener)]
      const closed = Promise.all(listeners.map((one) => one.close(STOP_GRACE_MS)))
      await Promise.all(protocols.map(async (protocol) => protocol.close?.()))
      await closed
      await parts.close()
    },
  }
}

/** A host as it stands in a URL; all interfaces are reached by loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
