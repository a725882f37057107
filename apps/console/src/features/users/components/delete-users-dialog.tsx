import { usersTexts } from '../../../texts/en/users.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'

export interface DeleteUsersDialogProps {
  readonly count: number
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Asks for their number in figures before several users are deleted. */
export function DeleteUsersDialog({ count, onConfirmed, onClose }: DeleteUsersDialogProps) {
  return (
    <TypedConfirmDialog
      title={usersTexts.deleteTitle(count)}
      confirm={usersTexts.deleteMany(count)}
      wanted={String(count)}
      label={usersTexts.deleteTyped(count)}
      wrong={usersTexts.deleteTypedWrong(count)}
      inputMode="numeric"
      onConfirm={() => {
        onClose()
        onConfirmed()
      }}
      onClose={onClose}
    >
      {usersTexts.deleteText}
    </TypedConfirmDialog>
  )
}
