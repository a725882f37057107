import { useState } from 'react'
import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { rulesTestsTexts as texts } from '../../../texts/en/rules-tests.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { deleteTest, type SavedTest } from '../../../shared/saved-tests/saved-tests.ts'
import { nameOf } from '../../../shared/saved-tests/test-words.ts'

/** Asks before a test goes, which it does for everybody. */
export function DeleteTestDialog({
  saved,
  onDeleted,
  onClose,
}: {
  readonly saved: SavedTest
  readonly onDeleted: () => void
  readonly onClose: () => void
}) {
  const project = useProject()
  const [isDeleting, setDeleting] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const remove = async (): Promise<void> => {
    setDeleting(true)
    setFailing(undefined)
    try {
      await deleteTest(project, saved)
    } catch (thrown) {
      // Deleted by somebody else meanwhile is deleted.
      if (failureOf(thrown).code !== 'not-found') {
        setFailing(reactionTo(thrown))
        setDeleting(false)
        return
      }
    }
    toast(texts.removed)
    onDeleted()
    onClose()
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={texts.removeTitle(nameOf(saved.test))}
      isDismissable={!isDeleting}
    >
      <p className="text-body text-ink-2">{texts.removeText}</p>
      <FailureNotice failing={failing} />
      <DialogActions>
        <Button autoFocus onPress={onClose} isDisabled={isDeleting}>
          {uiTexts.cancel}
        </Button>
        <Button variant="danger" isPending={isDeleting} onPress={() => void remove()}>
          {texts.remove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
