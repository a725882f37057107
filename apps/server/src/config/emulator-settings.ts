import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EmulatorPort, EmulatorSettings } from './server-config.ts'

/** The vendor's emulators that Hearth takes the place of, with the ports they have when `firebase.json` names none. */
const usualPorts = { auth: 9099, firestore: 8080, storage: 9199, ui: 4000, hub: 4400 } as const

const names = Object.keys(usualPorts) as (keyof typeof usualPorts)[]

/** Those that it doesn't take the place of, with the ports at which apps look for them. */
const absentPorts = {
  functions: 5001,
  database: 9000,
  hosting: 5000,
  apphosting: 5002,
  pubsub: 8085,
  eventarc: 9299,
  dataconnect: 9399,
  tasks: 9499,
} as const

const absentNames = Object.keys(absentPorts) as (keyof typeof absentPorts)[]

const portNumber = z.number().int().min(1).max(65_535)
const port = z.union([portNumber, z.string().regex(/^\d+$/).transform(Number).pipe(portNumber)])
const emulator = z.object({ enabled: z.boolean().optional(), port: port.optional() }).optional()

const firebaseJson = z.object({
  emulators: z
    .object({
      auth: emulator,
      firestore: emulator,
      storage: emulator,
      ui: emulator,
      hub: emulator,
      functions: emulator,
      database: emulator,
      hosting: emulator,
      apphosting: emulator,
      pubsub: emulator,
      eventarc: emulator,
      dataconnect: emulator,
      tasks: emulator,
    })
    .optional(),
})

const firebaseRc = z.object({ projects: z.object({ default: z.string().optional() }).optional() })

/**
 * The ports of `emulators` in a folder's `firebase.json`, and the default project of its `.firebaserc`. Emulators that are not enabled have
 * none, and a port that several name is the first one's. A file that is absent says nothing; of one that can't be read `warn` is told, once, and
 * of the emulators that Hearth has none of.
 */
export function readEmulatorSettings(folder: string, warn: (sentence: string) => void): EmulatorSettings {
  const { emulators } = readJson(join(folder, 'firebase.json'), firebaseJson, warn) ?? {}
  const { projects } = readJson(join(folder, '.firebaserc'), firebaseRc, warn) ?? {}
  const ports = new Map<number, EmulatorPort>()
  for (const name of names) {
    const settings = emulators?.[name]
    if (settings === undefined || settings.enabled === false) continue
    const number = settings.port ?? usualPorts[name]
    if (!ports.has(number)) ports.set(number, { name, port: number })
  }
  warnOfAbsent(emulators, warn)
  return { ports: [...ports.values()], project: projects?.default }
}

/** What asks there is refused a connection, and says so in words of its own: nobody thinks of Hearth. */
function warnOfAbsent(emulators: z.infer<typeof firebaseJson>['emulators'], warn: (sentence: string) => void): void {
  const absent = absentNames.flatMap((name) => {
    const settings = emulators?.[name]
    return settings === undefined || settings.enabled === false
      ? []
      : [`${name} (${settings.port ?? absentPorts[name]})`]
  })
  if (absent.length === 0) return
  warn(
    `firebase.json has ports for emulators that Hearth has none of: ${absent.join(', ')}. ` +
      'Nothing listens there: apps that call them get no connection. At a port of Hearth they are told that it does not serve this.',
  )
}

function readJson<T>(file: string, shape: z.ZodType<T>, warn: (sentence: string) => void): T | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    warn(`The emulators' settings in ${file} can't be read, and count for nothing: ${causeOf(error)}.`)
    return undefined
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}
