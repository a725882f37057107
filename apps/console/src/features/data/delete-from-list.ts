import type { ProjectDatabase } from '../../documents/project-database.ts'
import { messageOf } from '../../backend/errors/reaction.ts'
import { dataTexts } from '../../texts/en/data.ts'
import { queryTexts } from '../../texts/en/data-query.ts'
import { toast } from '../../ui/toast.ts'
import { type WholeDocument, deleteDocuments, restoreDocuments } from './queries/delete-documents.ts'

/** Deletes a document of a list at once; for ten seconds there is a way back, with the exact types. `onProblem` is told what failed. */
export async function deleteFromList(
  database: ProjectDatabase,
  path: string,
  onProblem: (problem: string | undefined) => void,
): Promise<void> {
  const gone: WholeDocument[] = []
  onProblem(undefined)
  try {
    await deleteDocuments(database, [path], (documents) => gone.push(...documents))
  } catch (thrown) {
    onProblem(queryTexts.couldNotDelete(messageOf(thrown)))
    return
  }
  if (gone.length === 0) return
  toast(dataTexts.deleted(path), {
    label: dataTexts.undo,
    topic: 'document',
    run: () =>
      void restoreDocuments(database, gone).catch((thrown: unknown) =>
        onProblem(queryTexts.couldNotRestore(messageOf(thrown))),
      ),
  })
}
