import { getBytes } from 'firebase/storage'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { confirmRefusal } from './confirm-refusal.ts'
import { fileReference } from './file-reference.ts'

/** The first `bytesMax` bytes of a file as text; what isn't UTF-8 shows as replacement characters. Throws as `confirmRefusal` does. */
export async function readBeginning(project: ProjectSession, path: string, bytesMax: number): Promise<string> {
  const bytes = await confirmRefusal(project, path, async () => await getBytes(fileReference(project, path), bytesMax))
  return new TextDecoder().decode(bytes)
}
