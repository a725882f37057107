import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type DeletedBackup, removeDeletedBackup, undeleteBackup } from '../../../../backend/api/backups.ts'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { formatBytes, formatRelative } from '../../../../texts/format.ts'
import { toast } from '../../../../ui/toast.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { timeOf } from './backup-table.tsx'

export interface DeletedBackupsProps {
  readonly deleted: readonly DeletedBackup[]
  readonly isUnderWay: boolean
  readonly signIn: RecentSignIn
  readonly onChanged: () => void
}

/** Those that can still be taken back; nothing where there are none. */
export function DeletedBackups({ deleted, isUnderWay, signIn, onChanged }: DeletedBackupsProps) {
  const project = useProject()
  const now = useNow(60_000)
  const [failing, setFailing] = useState<Reaction>()
  const [removing, setRemoving] = useState<DeletedBackup>()
  if (deleted.length === 0) return null
  const takeBack = async (backup: DeletedBackup) => {
    setFailing(undefined)
    try {
      await undeleteBackup(project, backup.id)
      toast(texts.takenBack(timeOf(backup)))
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      onChanged()
    }
  }
  return (
    <section aria-label={texts.deletedTitle} className="border-t border-line">
      <h3 className="px-4 pt-3 text-table font-semibold">{texts.deletedTitle}</h3>
      <p className="px-4 pb-1 text-table text-ink-2">{texts.deletedText}</p>
      {failing !== undefined && (
        <div className="px-4 py-2">
          <FailureNotice failing={failing} />
        </div>
      )}
      <ul className="divide-y divide-line">
        {deleted.map((backup) => (
          <li key={backup.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-table">
            <p className="min-w-0 flex-1 basis-60">
              <time dateTime={backup.createdAt}>{timeOf(backup)}</time>
              <span className="block text-small text-ink-2">
                {formatBytes(backup.sizeBytes)} · {texts.endsIn(formatRelative(Date.parse(backup.endsAt), now))}
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                size="small"
                icon={<Undo2 />}
                aria-label={texts.takeBackNamed(timeOf(backup))}
                isDisabled={isUnderWay}
                onPress={() => void takeBack(backup)}
              >
                {texts.takeBack}
              </Button>
              <Button
                size="small"
                aria-label={texts.removeNowNamed(timeOf(backup))}
                isDisabled={isUnderWay}
                onPress={() => setRemoving(backup)}
              >
                {texts.removeNow}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {removing !== undefined && (
        <ConfirmDialog
          title={texts.removeNowTitle(timeOf(removing))}
          confirm={texts.removeNowConfirm}
          onConfirm={async () => {
            const remove = () => removeDeletedBackup(project, removing.id)
            if (!(await signIn.run(remove, { act: texts.removeNowConfirm }))) return false
            onChanged()
            toast(texts.removedNow(timeOf(removing)))
            return true
          }}
          onClose={() => setRemoving(undefined)}
        >
          {texts.removeNowText}
        </ConfirmDialog>
      )}
    </section>
  )
}
