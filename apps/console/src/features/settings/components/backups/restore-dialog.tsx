import { useState } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TypedConfirmDialog } from '../../../../ui/typed-confirm-dialog.tsx'
import { type Backup, beginRestore } from '../../../../api/backups.ts'
import { timeOf } from './backup-table.tsx'

export interface RestoreDialogProps {
  readonly backup: Backup
  readonly signIn: RecentSignIn
  readonly onBegun: () => void
  readonly onClose: () => void
}

/** Says what is replaced and what stays closed, unless that is to be open again too, and asks for the project's id. */
export function RestoreDialog({ backup, signIn, onBegun, onClose }: RestoreDialogProps) {
  const project = useProject()
  const [isExact, setExact] = useState(false)
  const restore = () => beginRestore(project, { id: backup.id, isExact })
  return (
    <TypedConfirmDialog
      title={texts.restoreTitle(timeOf(backup))}
      confirm={texts.restoreConfirm(project.id)}
      wanted={project.id}
      label={texts.restoreTyped(project.id)}
      wrong={texts.restoreTypedWrong}
      onConfirm={async () => {
        if (!(await signIn.run(restore, { act: texts.restoreConfirm(project.id) }))) return
        onBegun()
        onClose()
      }}
      onClose={onClose}
    >
      <ul className="mb-3 grid list-disc gap-1 pl-5">
        {[...texts.restoreItems, ...(isExact ? texts.restoreOpened : texts.restoreClosed)].map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="mb-3">{texts.restoreKept}</p>
      <Checkbox isSelected={isExact} onChange={setExact}>
        {texts.restoreExactly}
      </Checkbox>
    </TypedConfirmDialog>
  )
}
