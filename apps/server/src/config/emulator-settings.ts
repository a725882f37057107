import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EmulatorPort, EmulatorSettings } from './server-config.ts'

/** The vendor's emulators that Hearth takes the place of, with the ports they have when `firebase.json` names none. */
const usualPorts = { auth: 9099, firestore: 8080, storage: 9199, ui: 4000, hub: 4400 } as const

const names = Object.keys(usualPorts) as (keyof typeof usualPorts)[]

const portNumber = z.number().int().min(1).max(65_535)
const port = z.union([portNumber, z.string().regex(/^\d+$/).transform(Number).pipe(portNumber)])
const emulator = z.object({ enabled: z.boolean().optional(), port: port.optional() }).optional()

const firebaseJson = z.object({
  emulators: z
    .object({ auth: emulator, firestore: emulator, storage: emulator, ui: emulator, hub: emulator })
    .optional(),
})

const firebaseRc = z.object({ projects: z.object({ default: z.string().optional() }).optional() })

/**
 * The ports of `emulators` in a folder's `firebase.json`, and the default project of its `.firebaserc`. Emulators that are not enabled have
 * none, and a port that several name is the first one's. A file that is absent says nothing; of one that can't be read `warn` is told, once.
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
  return { ports: [...ports.values()], project: projects?.default }
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
