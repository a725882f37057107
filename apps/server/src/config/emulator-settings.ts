import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EmulatorSettings } from './server-config.ts'

/** The vendor's emulators that Hearth takes the place of, with the ports they have when `firebase.json` names none. */
const usualPorts = { auth: 9099, firestore: 8080, storage: 9199, ui: 4000, hub: 4400 } as const

const names = Object.keys(usualPorts) as (keyof typeof usualPorts)[]

const emulator = z.object({ port: z.number().int().min(1).max(65_535).optional() }).optional()

const firebaseJson = z.object({
  emulators: z
    .object({ auth: emulator, firestore: emulator, storage: emulator, ui: emulator, hub: emulator })
    .optional(),
})

const firebaseRc = z.object({ projects: z.object({ default: z.string().optional() }).optional() })

/**
 * The ports of `emulators` in a folder's `firebase.json`, and the default project of its `.firebaserc`. A file that is absent or broken says
 * nothing; whoever reads the rules that `firebase.json` names complains of it.
 */
export function readEmulatorSettings(folder: string): EmulatorSettings {
  const { emulators } = readJson(join(folder, 'firebase.json'), firebaseJson) ?? {}
  const { projects } = readJson(join(folder, '.firebaserc'), firebaseRc) ?? {}
  const ports = names.flatMap((name) => {
    const settings = emulators?.[name]
    return settings === undefined ? [] : [{ name, port: settings.port ?? usualPorts[name] }]
  })
  return { ports, project: projects?.default }
}

function readJson<T>(file: string, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Absent, unreadable, or not of this shape.
    return undefined
  }
}
