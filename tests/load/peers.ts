import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { freePort, VendorEmulator } from '../differential/vendor-emulator.ts'

export interface RunningServer extends AsyncDisposable {
  readonly origin: string
}

/** A server that speaks the documents' gRPC, to be measured beside the others. */
export interface Peer {
  readonly name: string
  /** Why it can't be measured here; undefined when it can. */
  readonly missing: string | undefined
  start(): Promise<RunningServer>
}

const vendor: Peer = {
  name: "the vendor's emulator",
  missing: VendorEmulator.isInstalled
    ? undefined
    : 'neither HEARTH_EMULATOR_JAR nor the package google-cloud-cli-firestore-emulator names its jar, or there is no java',
  start: () => VendorEmulator.start(),
}

const folder = process.env['HEARTH_BENCH_FIRESTORE_EMULATOR']

/** Of npm, and not among the repository's dependencies: a folder into which somebody has installed it is named. */
const firestoreEmulator: Peer = {
  name: '@firestore-emulator/server',
  missing:
    folder === undefined ? 'HEARTH_BENCH_FIRESTORE_EMULATOR names no folder where npm has installed it' : undefined,
  async start() {
    const port = await freePort()
    const program = `new (require('@firestore-emulator/server').FirestoreServer)().start(${port}).then(() => process.send(1))`
    const child = spawn(process.execPath, ['-e', program], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await Promise.race([once(child, 'message'), endsEarly(child)])
    return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) }
  },
}

export const hearth: Peer = {
  name: 'Hearth',
  missing: undefined,
  start: () => SpawnedServer.start({ mode: 'dev' }),
}

export const peers: readonly Peer[] = [vendor, firestoreEmulator]

async function endsEarly(child: ChildProcess): Promise<never> {
  await once(child, 'exit')
  throw new Error('The peer ended before it was ready.')
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
