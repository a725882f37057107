import { useDatabase } from '../../../../shared/databases/use-database.ts'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { removeIndex, type CompositeIndex } from '../../queries/indexes.ts'
import { fieldsOf } from './fields-of.ts'

export interface RemoveIndexDialogProps {
  readonly index: CompositeIndex
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Asks before queries lose an index. */
export function RemoveIndexDialog({ index, onRemoved, onClose }: RemoveIndexDialogProps) {
  const database = useDatabase()
  const remove = async () => {
    try {
      await removeIndex(database, index)
    } catch (thrown) {
      // Removed by somebody else meanwhile is removed.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onRemoved()
    toast(texts.indexRemoved)
    return true
  }
  return (
    <ConfirmDialog
      title={texts.removeIndexTitle}
      confirm={texts.removeIndexButton}
      onConfirm={remove}
      onClose={onClose}
    >
      {texts.removeIndexText(index.collectionGroup, fieldsOf(index))}
    </ConfirmDialog>
  )
}
