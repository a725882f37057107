import { useState } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TypedConfirmDialog } from '../../../../ui/typed-confirm-dialog.tsx'
import { type Backup, beginRestore } from '../../../../backend/api/backups.ts'
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
      <ItemGroup title={texts.restoreReplaced} items={texts.restoreReplacedItems} />
      <ItemGroup
        title={texts.restoreKept}
        items={isExact ? texts.restoreKeptItems : [...texts.restoreKeptItems, ...texts.restoreClosed]}
      />
      {isExact && <ItemGroup title={texts.restoreOpened} items={texts.restoreOpenedItems} />}
      <p className="mb-3">{texts.restoreAround}</p>
      <Checkbox isSelected={isExact} onChange={setExact}>
        {texts.restoreExactly}
      </Checkbox>
      <p className="mb-3 pl-6 text-small text-ink-2">{texts.restoreExactlyHelp}</p>
    </TypedConfirmDialog>
  )
}

function ItemGroup({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section className="mb-3">
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
