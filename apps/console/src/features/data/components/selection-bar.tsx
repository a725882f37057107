import { useState } from 'react'
import { messageOf } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { type DeletedDocument, deleteDocuments, restoreDocuments } from '../queries/delete-documents.ts'

const namedMax = 5

/** How many documents are selected, and what can be done with them together. Not there while there are none. */
export function SelectionBar({ paths, onClear }: { readonly paths: readonly string[]; readonly onClear: () => void }) {
  const project = useProject()
  const [asking, setAsking] = useState<readonly string[]>()
  const [isDeleting, setDeleting] = useState(false)
  const [problem, setProblem] = useState<string>()

  const remove = async (asked: readonly string[]): Promise<void> => {
    const deleted: DeletedDocument[] = []
    setDeleting(true)
    setProblem(undefined)
    try {
      await deleteDocuments(project, asked, (batch) => deleted.push(...batch))
      onClear()
    } catch (thrown) {
      setProblem(queryTexts.couldNotDelete(messageOf(thrown)))
    } finally {
      setDeleting(false)
      setAsking(undefined)
    }
    if (deleted.length === 0) return
    toast(queryTexts.deleted(deleted.length), {
      label: queryTexts.undo,
      run: () =>
        void restoreDocuments(project, deleted).catch((thrown: unknown) =>
          setProblem(queryTexts.couldNotRestore(messageOf(thrown))),
        ),
    })
  }
  return (
    <>
      {problem !== undefined && (
        <div className="p-2">
          <Notice tone="danger" isAnnounced>
            {problem}
          </Notice>
        </div>
      )}
      <div
        role="status"
        className={
          paths.length === 0
            ? 'sr-only'
            : 'flex flex-wrap items-center gap-2 border-t border-line bg-ground-1 px-3 py-2 text-table'
        }
      >
        {paths.length > 0 && (
          <>
            <span className="min-w-max flex-1">{queryTexts.selected(paths.length)}</span>
            <Button size="small" onPress={onClear}>
              {queryTexts.clearSelection}
            </Button>
            <Button size="small" variant="danger" onPress={() => setAsking(paths)}>
              {queryTexts.deleteSelected(paths.length)}
            </Button>
          </>
        )}
      </div>
      {asking !== undefined && (
        <Dialog
          isOpen
          role="alertdialog"
          isDismissable={!isDeleting}
          onClose={() => setAsking(undefined)}
          title={queryTexts.deleteTitle(asking.length)}
        >
          <ul className="grid gap-1 font-mono text-code">
            {asking.slice(0, namedMax).map((path) => (
              <li key={path} className="truncate">
                <bdi>{path}</bdi>
              </li>
            ))}
            {asking.length > namedMax && (
              <li className="font-sans text-ink-2">{queryTexts.andMore(asking.length - namedMax)}</li>
            )}
          </ul>
          <p className="mt-3 text-table text-ink-2">{queryTexts.deleteText}</p>
          <DialogActions>
            <Button isDisabled={isDeleting} onPress={() => setAsking(undefined)}>
              {dataTexts.cancel}
            </Button>
            <Button variant="danger" isPending={isDeleting} onPress={() => void remove(asking)}>
              {queryTexts.deleteSelected(asking.length)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
