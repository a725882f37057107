import { mkdir, readdir } from 'node:fs/promises'

/** Makes the folder for this user alone when it is absent. Throws an `Error` with a sentence for the operator where something is in it. */
export async function assertEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new or an empty folder.`)
}
