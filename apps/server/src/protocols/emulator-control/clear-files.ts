import type { Files } from '../../files/files.ts'
import { CONSOLE_PROJECT, defaultBucketOf } from '../../projects/project-id.ts'
import type { Projects } from '../../projects/projects.ts'

const PAGE = 300

/** Deletes the files of every project but the console's. */
export async function clearFiles(files: Files, projects: Pick<Projects, 'list'>): Promise<void> {
  for (const { id } of await projects.list()) if (id !== CONSOLE_PROJECT) await clearFilesOf(files, id)
}

async function clearFilesOf(files: Files, project: string): Promise<void> {
  const admin = { kind: 'admin', project } as const
  const bucket = defaultBucketOf(project)
  for (;;) {
    const { items } = await files.list(admin, bucket, { prefix: '', delimiter: '', maxResults: PAGE })
    if (items.length === 0) return
    for (const { name } of items) await files.delete(admin, { bucket, name })
  }
}
