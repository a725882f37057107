import { constants } from 'node:fs'
import { copyFile, link, open, rename } from 'node:fs/promises'

/** What a file system says that can't give a file a second name, or not from there. */
const withoutLinks: readonly string[] = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Gives a file that never changes a second name; where that can't be, makes a copy of it, which is whole and durable before it has the name.
 * The folder that has the new name is the caller's to sync. Throws what the file system says, `EEXIST` for a name that is taken.
 */
export async function shareFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!withoutLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const partial = `${to}.partial`
    await copyFile(from, partial, constants.COPYFILE_FICLONE)
    const file = await open(partial, 'r+')
    try {
      await file.chmod(0o600)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, to)
  }
}
