import { failureOf } from '../../../../backend/errors/failure.ts'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { type Backup, deleteBackup } from '../../../../backend/api/backups.ts'
import { timeOf } from './backup-table.tsx'

export interface DeleteBackupDialogProps {
  readonly backup: Backup
  readonly signIn: RecentSignIn
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export function DeleteBackupDialog({ backup, signIn, onDeleted, onClose }: DeleteBackupDialogProps) {
  const project = useProject()
  const time = timeOf(backup)
  const remove = async () => {
    try {
      if (!(await signIn.run(() => deleteBackup(project, backup.id), { act: texts.removeConfirm(time) }))) return false
    } catch (thrown) {
      // Deleted by somebody else meanwhile is deleted.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onDeleted()
    toast(texts.removed(time))
    return true
  }
  return (
    <ConfirmDialog
      title={texts.removeTitle(time)}
      confirm={texts.removeConfirm(time)}
      onConfirm={remove}
      onClose={onClose}
    >
      {texts.removeText}
    </ConfirmDialog>
  )
}
