import { systemClock, systemRandom } from '../../lib/ambient.ts'
import { composeHearthServer } from '../../compose/compose-hearth-server.ts'
import { type ServerConfig, SettingsError } from '../../config/server-config.ts'
import type { HearthServer, UnopenedPort } from '../../hearth-server.ts'
import { DataFolderError } from '../../operations/data-folder.ts'
import { startQuietCollection } from '../../operations/quiet-collection.ts'
import { openProcessLog, type ProcessLog } from '../../process-log.ts'
import { endProcess, exitStatus, warn } from '../exit-status.ts'

const STOP_MS_MAX = 10_000
/** A terminal and npm both pass Ctrl-C on; what comes within this time is the same one. */
const SAME_SIGNAL_MS = 500

/**
 * Runs the server until a signal or a failed store ends the process; resolves when it answers. Ends the process with its exit status where it
 * can't start.
 */
export async function serve(config: ServerConfig): Promise<void> {
  const log = openProcessLog(config.logLevel)
  process.on('exit', () => log.flush())
  // Apps are served whether or not anybody reads what the server says.
  process.stdout.removeAllListeners('error').on('error', () => undefined)
  // One request's failure that no boundary caught ends neither the process nor the others' requests.
  process.on('uncaughtException', (err) => log.error({ err }, 'an exception reached the process'))
  process.on('unhandledRejection', (err) => log.error({ err }, 'a rejection reached the process'))

  const hearth = await openHearthServer(config, log)
  startQuietCollection()
  let stoppingSinceMs: number | undefined
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    stoppingSinceMs = performance.now()
    log.info({ signal }, 'stopping')
    // What can't end in time is cut; nothing that was acknowledged depends on it.
    setTimeout(() => process.exit(exitStatus.clean), STOP_MS_MAX).unref()
    hearth.stop().then(
      () => process.exit(exitStatus.clean),
      (err: unknown) => {
        log.error({ err }, 'the stop was not clean')
        process.exit(exitStatus.crashed)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  void hearth.failed.then((cause) => {
    log.error({ err: cause }, 'the store can no longer be written')
    const sentence =
      'Hearth stops: its data folder could not be written, and going on could lose data. The log has the cause.'
    setTimeout(() => endProcess(exitStatus.dataFolder, [sentence]), 1_000).unref()
    hearth.stop().then(
      () => endProcess(exitStatus.dataFolder, [sentence]),
      () => endProcess(exitStatus.dataFolder, [sentence]),
    )
  })

  const { emulatorPorts, host } = config.http
  let unopened: readonly UnopenedPort[]
  try {
    unopened = await hearth.start()
  } catch (error) {
    const { port } = config.http
    endProcess(exitStatus.port, [portSentence(host, { port, error }) + (await portAdvice(host, { port, error }))])
  }
  for (const { name, port, error } of unopened) {
    warn(`${portSentence(host, { port, error })} firebase.json gives it to "${name}": Hearth goes on without it.`)
  }
  const url = hearth.publicUrl ?? hearth.origin
  process.stdout.write(`Hearth is ready at ${url}\n`)
  const opened = emulatorPorts.filter(({ port }) => !unopened.some((one) => one.port === port))
  if (opened.length > 0) {
    const list = opened.map(({ name, port }) => `${port} (${name})`).join(', ')
    process.stdout.write(`Also at the ports of firebase.json: ${list}\n`)
  }
  if (config.mode === 'dev') process.stdout.write(`Mails and text messages: ${url}/hearth/dev/mails\n`)
  if (hearth.setupCode !== undefined) {
    process.stdout.write(`Set-up code: ${hearth.setupCode}\n`)
    process.stdout.write(`Create the owner's account at ${url}/welcome?code=${hearth.setupCode}\n`)
  }
}

async function openHearthServer(config: ServerConfig, log: ProcessLog): Promise<HearthServer> {
  try {
    return await composeHearthServer(config, {
      clock: systemClock,
      random: systemRandom,
      log,
      logRequest: (line) => log.request(line),
      announce: (line) => void process.stdout.write(`${line}\n`),
    })
  } catch (error) {
    if (error instanceof SettingsError) endProcess(exitStatus.badSetting, error.complaints)
    if (error instanceof DataFolderError) endProcess(exitStatus.dataFolder, [error.message])
    log.error({ err: error }, 'Hearth could not start')
    endProcess(exitStatus.crashed, ['Hearth could not start; the log has the cause.'])
  }
}

function portSentence(host: string, { port, error }: Pick<UnopenedPort, 'port' | 'error'>): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use.`
  if (code === 'EACCES') return `This user may not open port ${port} of ${host}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine.`
  return `Port ${port} of ${host} can't be opened: ${message}.`
}

/** The hub takes another port by itself when its own is taken, and tells its tools which; apps that have ours written down can't. */
const HUB_ADVICE =
  " The emulator hub of the vendor's CLI has it. Start Hearth first, and the hub takes another port; " +
  'give the hub one of its own ("emulators": { "hub": { "port": 4401 } } in firebase.json); or name another port for Hearth with --port or HEARTH_PORT.'

/** What helps against a port of the server itself that can't be opened. */
async function portAdvice(host: string, { port, error }: Pick<UnopenedPort, 'port' | 'error'>): Promise<string> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE' && (await isEmulatorHub(host, port))) return HUB_ADVICE
  if (code === 'EADDRINUSE') return ' Name another one with --port or HEARTH_PORT.'
  if (code === 'EACCES') return ' Name one above 1023 with --port or HEARTH_PORT.'
  return ''
}

const HUB_ANSWER_MS_MAX = 1_000

/**
 * Whether the emulator hub of the vendor's CLI answers there: its first page names the CLI's version and the hub's own addresses
 * (`lib/emulator/hub.js` of firebase-tools 15).
 */
async function isEmulatorHub(host: string, port: number): Promise<boolean> {
  const authority = host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${authority}:${port}/`, {
      signal: AbortSignal.timeout(HUB_ANSWER_MS_MAX),
      redirect: 'manual',
    })
    if (answer.headers.get('content-type')?.startsWith('application/json') !== true) return false
    const said = (await answer.json()) as { version?: unknown; origins?: unknown } | null
    return typeof said?.version === 'string' && Array.isArray(said.origins)
  } catch {
    // Whatever is there is no hub that answers.
    return false
  }
}
