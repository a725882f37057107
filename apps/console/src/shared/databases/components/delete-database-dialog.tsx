import { deleteDatabase } from '../list-databases.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { databasesTexts as texts } from '../../../texts/en/databases.ts'
import { toast } from '../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'

/** Asks for the name, and for a recent sign-in, before a database goes with all of its documents. */
export function DeleteDatabaseDialog({
  id,
  onClose,
  onDeleted,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  return (
    <>
      <TypedConfirmDialog
        title={texts.deleteTitle(id)}
        confirm={texts.delete(id)}
        wanted={id}
        label={texts.typeId(id)}
        wrong={texts.wrongId(id)}
        onConfirm={async () => {
          const isDone = await signIn.run(async () => await deleteDatabase(project, id), { act: texts.delete(id) })
          if (!isDone) return
          toast(texts.deleted(id))
          onDeleted()
        }}
        onClose={onClose}
      >
        {texts.deleteText}
      </TypedConfirmDialog>
      {signIn.dialog}
    </>
  )
}
