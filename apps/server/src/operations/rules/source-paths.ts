import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceName } from '@hearth/rules'
import { z } from 'zod'

const FILE_BYTES_MAX = 1024 * 1024

const configuration = z.object({
  firestore: z.object({ rules: z.string().optional() }).optional(),
  storage: z.object({ rules: z.string().optional() }).optional(),
})

/** Where the rules of a folder are: `firebase.json` names the files, else they are `firestore.rules` and `storage.rules`. */
export async function sourcePaths(
  folder: string,
  onBroken: (cause: unknown) => void,
): Promise<Record<ServiceName, string>> {
  const { firestore, storage } = await readConfiguration(folder, onBroken)
  return {
    'cloud.firestore': join(folder, firestore?.rules ?? 'firestore.rules'),
    'firebase.storage': join(folder, storage?.rules ?? 'storage.rules'),
  }
}

/** Undefined when there is no such file. What can't be read is empty, which is no rules. */
export async function readSource(path: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(path)
    return bytes.length > FILE_BYTES_MAX ? '' : bytes.toString()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
  }
}

async function readConfiguration(
  folder: string,
  onBroken: (cause: unknown) => void,
): Promise<z.infer<typeof configuration>> {
  const text = await readSource(join(folder, 'firebase.json'))
  if (text === undefined) return {}
  try {
    return configuration.parse(JSON.parse(text))
  } catch (cause) {
    onBroken(cause)
    return {}
  }
}
