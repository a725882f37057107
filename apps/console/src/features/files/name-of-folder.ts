import { filesTexts } from '../../texts/en/files.ts'

/** A folder in a sentence; the root has no name of its own. */
export function nameOfFolder(folder: string): string {
  return folder === '' ? filesTexts.rootFolder : folder
}
