import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseCommentedJson } from '../lib/outside-json.ts'
import type { EmulatorPort, EmulatorSettings } from './server-config.ts'

/** The vendor's emulators that Hearth takes the place of, with the ports they have when `firebase.json` names none. */
const servedPorts = { auth: 9099, firestore: 8080, storage: 9199, ui: 4000, hub: 4400 } as const

/** Those whose ports are opened to say that Hearth has none of them: apps that find nothing there say no more than "internal". */
const refusedPorts = { functions: 5001, database: 9000, eventarc: 9299, dataconnect: 9399, tasks: 9499 } as const

/** Those whose ports stay free: others serve pages there, and clients of gRPC make nothing of a sentence. */
const absentPorts = { hosting: 5000, apphosting: 5002, pubsub: 8085 } as const

const usualPorts = { ...servedPorts, ...refusedPorts, ...absentPorts }

type EmulatorName = keyof typeof usualPorts

const portNumber = z.number().int().min(1).max(65_535)
const port = z.union([portNumber, z.string().regex(/^\d+$/).transform(Number).pipe(portNumber)])
const emulator = z.object({ enabled: z.boolean().optional(), port: port.optional() })

/** Each emulator is looked at by itself: what is wrong with one is no reason to leave out the others. */
const firebaseJson = z.object({ emulators: z.record(z.string(), z.unknown()).optional() })

const firebaseRc = z.object({ projects: z.object({ default: z.string().optional() }).optional() })

/**
 * The ports of `emulators` in a folder's `firebase.json`, and the default project of its `.firebaserc`. Emulators that are not enabled have
 * none, and a port that several name is the first one's. A file that is absent says nothing; of one that can't be read `warn` is told, once, and
 * of each emulator whose settings can't be, and of those that Hearth has none of.
 */
export function readEmulatorSettings(folder: string, warn: (sentence: string) => void): EmulatorSettings {
  const file = join(folder, 'firebase.json')
  const { emulators = {} } = readJson(file, firebaseJson, warn) ?? {}
  const { projects } = readJson(join(folder, '.firebaserc'), firebaseRc, warn) ?? {}
  const portsOf = (names: Readonly<Record<string, number>>): EmulatorPort[] =>
    Object.keys(names).flatMap((name) => portOf(name as EmulatorName, { settings: emulators[name], file, warn }) ?? [])
  const refused = portsOf(refusedPorts)
  warnOfAbsent(refused, portsOf(absentPorts), warn)
  const ports = new Map<number, EmulatorPort>()
  for (const one of [...portsOf(servedPorts), ...refused]) if (!ports.has(one.port)) ports.set(one.port, one)
  return { ports: [...ports.values()], project: projects?.default }
}

/** Undefined where there is no such emulator. */
function portOf(
  name: EmulatorName,
  { settings, file, warn }: { settings: unknown; file: string; warn: (sentence: string) => void },
): EmulatorPort | undefined {
  if (settings === undefined) return undefined
  const parsed = emulator.safeParse(settings)
  if (!parsed.success) {
    warn(`The emulator "${name}" in ${file} is left out: ${causeOf(parsed.error)}.`)
    return undefined
  }
  return parsed.data.enabled === false ? undefined : { name, port: parsed.data.port ?? usualPorts[name] }
}

function warnOfAbsent(
  refused: readonly EmulatorPort[],
  absent: readonly EmulatorPort[],
  warn: (sentence: string) => void,
): void {
  const listed = (ports: readonly EmulatorPort[]): string =>
    ports.map(({ name, port }) => `${name} (${port})`).join(', ')
  if (refused.length > 0) {
    warn(`firebase.json names emulators that Hearth has none of: ${listed(refused)}. At their ports it says so.`)
  }
  if (absent.length > 0) {
    warn(
      `firebase.json names emulators that Hearth has none of: ${listed(absent)}. Nothing of Hearth listens at their ports.`,
    )
  }
}

function readJson<T>(file: string, shape: z.ZodType<T>, warn: (sentence: string) => void): T | undefined {
  try {
    return shape.parse(parseCommentedJson(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    warn(`The emulators' settings in ${file} can't be read, and count for nothing: ${causeOf(error)}.`)
    return undefined
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message
  return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
}
