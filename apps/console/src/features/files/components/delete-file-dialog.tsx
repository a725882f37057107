import { useState } from 'react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { placeOf } from '../../../shared/files/file-path.ts'
import { deleteFile } from '../queries/delete-file.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'

/** Asks once more, with the name of what goes. */
export function DeleteFileDialog({
  path,
  onClose,
  onDeleted,
}: {
  readonly path: string
  readonly onClose: () => void
  /** `wasThere` is false when somebody else had deleted it. */
  readonly onDeleted: (wasThere: boolean) => void
}) {
  const project = useProject()
  const [isDeleting, setDeleting] = useState(false)
  const [error, setError] = useState<unknown>()
  const name = visibleDirections(placeOf(path).name)
  const remove = async () => {
    setDeleting(true)
    setError(undefined)
    try {
      onDeleted(await deleteFile(project, path))
    } catch (thrown) {
      setError(thrown)
      setDeleting(false)
    }
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={filesTexts.deleteTitle(name)}
      isDismissable={!isDeleting}
    >
      <div className="grid gap-3">
        <p className="text-body text-ink-2">{filesTexts.deleteText}</p>
        {error !== undefined && (
          <FieldProblem>
            {filesTexts.couldNotDelete}: {messageOf(error)}
          </FieldProblem>
        )}
        <DialogActions>
          <Button onPress={onClose} isDisabled={isDeleting} autoFocus>
            {filesTexts.cancel}
          </Button>
          <Button variant="danger" onPress={() => void remove()} isPending={isDeleting}>
            {filesTexts.deleteButton}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
