import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { toast } from '../../../ui/toast.ts'
import { whileNoted } from '../../../shared/jobs/noted-job.ts'
import { type WholeDocument, deleteDocuments, restoreDocuments } from '../queries/delete-documents.ts'
import { useHistoryTime } from '../../../session/use-history-time.ts'

const namedMax = 5

/** Asks before documents that were chosen one by one are deleted, and offers the way back afterwards. */
export function DeleteSelectedDialog({
  paths: asked,
  onClose,
  onDeleted,
  onProblem,
}: {
  /** Must stay the same while it is open. */
  readonly paths: readonly string[]
  readonly onClose: () => void
  /** All of them are gone. */
  readonly onDeleted: () => void
  readonly onProblem: (problem: string | undefined) => void
}) {
  const database = useDatabase()
  const kept = useHistoryTime()
  const [isDeleting, setDeleting] = useState(false)
  const [gone, setGone] = useState(0)

  const act = {
    act: 'documents.delete-many',
    target: collectionOf(asked[0] ?? ''),
    database: database.id,
  } as const

  const remove = async (): Promise<void> => {
    const deleted: WholeDocument[] = []
    setDeleting(true)
    onProblem(undefined)
    try {
      await whileNoted(database.project, act, undefined, (count) =>
        deleteDocuments(database, asked, (batch) => {
          deleted.push(...batch)
          count.through = deleted.length
          setGone(deleted.length)
        }),
      )
      onDeleted()
    } catch (thrown) {
      onProblem(queryTexts.couldNotDelete(messageOf(thrown)))
    } finally {
      onClose()
    }
    if (deleted.length === 0) return
    toast(queryTexts.deleted(deleted.length), {
      label: queryTexts.undo,
      run: () =>
        void restoreDocuments(database, deleted).catch((thrown: unknown) =>
          onProblem(queryTexts.couldNotRestore(messageOf(thrown))),
        ),
    })
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      isDismissable={!isDeleting}
      onClose={onClose}
      title={queryTexts.deleteTitle(asked.length)}
    >
      <ul className="grid gap-1 font-mono text-code">
        {asked.slice(0, namedMax).map((path) => (
          <li key={path} className="truncate">
            <bdi>{visibleDirections(path)}</bdi>
          </li>
        ))}
        {asked.length > namedMax && (
          <li className="font-sans text-ink-2">{queryTexts.andMore(asked.length - namedMax)}</li>
        )}
      </ul>
      <p className="mt-3 mb-3 text-table text-ink-2">{queryTexts.deleteText(kept)}</p>
      {isDeleting && <Progress label={queryTexts.deleting} value={gone / asked.length} />}
      <DialogActions>
        <Button isDisabled={isDeleting} onPress={onClose}>
          {dataTexts.cancel}
        </Button>
        <Button variant="danger" isPending={isDeleting} onPress={() => void remove()}>
          {queryTexts.deleteSelected(asked.length)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
