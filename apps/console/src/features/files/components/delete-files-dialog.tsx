import { filesTexts } from '../../../texts/en/files.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'

export interface DeleteFilesDialogProps {
  /** With those in the folders that were chosen. */
  readonly count: number
  readonly hasFolders: boolean
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Says how many files go, and asks for their number in figures. */
export function DeleteFilesDialog({ count, hasFolders, onConfirmed, onClose }: DeleteFilesDialogProps) {
  return (
    <TypedConfirmDialog
      title={filesTexts.deleteManyTitle(count)}
      confirm={filesTexts.deleteManyButton(count)}
      wanted={String(count)}
      label={filesTexts.deleteTyped(count)}
      wrong={filesTexts.deleteTypedWrong(count)}
      inputMode="numeric"
      onConfirm={onConfirmed}
      onClose={onClose}
    >
      {hasFolders ? `${filesTexts.deleteFolders} ` : ''}
      {filesTexts.deleteManyText}
    </TypedConfirmDialog>
  )
}
