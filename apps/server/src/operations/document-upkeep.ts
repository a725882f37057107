import type { Log } from '../lib/ambient.ts'
import type { DocumentAdministration } from '../documents/administration.ts'
import type { Projects } from '../projects/projects.ts'

const EVERY_MS = 60_000

/**
 * Deletes what has expired and finishes what was interrupted, a minute apart and one project after the other. Returns
 * what stops it; that waits for the project it is at.
 */
export function startDocumentUpkeep(
  projects: Pick<Projects, 'list'>,
  administration: Pick<DocumentAdministration, 'keepUp'>,
  log: Log,
): () => Promise<void> {
  let isStopped = false
  let working = Promise.resolve()
  const keepUpAll = async (): Promise<void> => {
    for (const { id } of await projects.list()) {
      if (isStopped) return
      try {
        await administration.keepUp(id)
      } catch (err) {
        log.error({ err, project: id }, 'the documents of a project could not be looked after')
      }
    }
  }
  const round = (): void => {
    working = keepUpAll()
      .catch((err: unknown) => log.error({ err }, 'the projects could not be listed'))
      .then(() => {
        if (!isStopped) timer = setTimeout(round, EVERY_MS).unref()
      })
  }
  let timer = setTimeout(round, EVERY_MS).unref()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await working
  }
}
