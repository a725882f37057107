import { StatusError } from '@hearth/model'
import type { DocumentCommand } from './documents-command.ts'
import { openBearerTokens } from '../server/bearer-tokens.ts'
import { countDocuments } from './count-documents.ts'
import { exportDocuments } from './export-documents.ts'
import { importDocuments } from './import-documents.ts'

const TOLD_EVERY_MS = 1000

/** Runs the command and tells how far it has come. Answers the exit status: 0, or 1 after a sentence about what went wrong. */
export async function runTransfer(command: DocumentCommand, tell: (sentence: string) => void): Promise<number> {
  const { action, file, collection, project, database, access } = command
  const verb = action === 'export' ? 'exported' : 'imported'
  let toldAt = performance.now()
  const onProgress = (documents: number): void => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    tell(`${countDocuments(documents)} ${verb} …`)
  }
  try {
    const token = await openBearerTokens(access.credential, project)
    const target = { origin: access.origin, project, database, token }
    const documents =
      action === 'export'
        ? await exportDocuments({ ...target, file, collection, onProgress })
        : await importDocuments({
            ...target,
            file,
            onProgress,
            onAnotherFile: () =>
              tell(`${file} is not the file whose import was begun: it is imported from its beginning.`),
          })
    tell(`${countDocuments(documents)} ${verb}.`)
    return 0
  } catch (error) {
    if (error instanceof StatusError) tell(error.message)
    else if (isFileError(error)) tell(`${file} can't be used: ${error.message}.`)
    else throw error
    return 1
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
