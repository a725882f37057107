import { useNavigate } from '@tanstack/react-router'
import { deleteProject } from '../../../../backend/api/projects.ts'
import { ownDeletions } from '../../../../session/own-deletions.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useSession } from '../../../../session/session-context.tsx'
import { projectSettingsTexts as texts } from '../../../../texts/en/project-settings.ts'
import { toast } from '../../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../../ui/typed-confirm-dialog.tsx'

/** Says what goes, and asks for the project's id. By the console's own session, which outlives the project's. */
export function DeleteProjectDialog({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  return (
    <>
      <TypedConfirmDialog
        title={texts.deleteTitle(project)}
        confirm={texts.deleteProject}
        wanted={project}
        label={texts.deleteTyped(project)}
        wrong={texts.deleteTypedWrong}
        onConfirm={async () => {
          const isDeleted = await deleteAsOwn(project, () =>
            recent.run(async () => deleteProject(project, await session.idToken()), { act: texts.deleteProject }),
          )
          if (!isDeleted) return
          toast(texts.deleted(project))
          await navigate({ to: '/projects' })
        }}
        onClose={onClose}
      >
        <ul className="mb-3 grid list-disc gap-1 pl-5">
          {texts.deleteItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{texts.deleteGone}</p>
      </TypedConfirmDialog>
      {recent.dialog}
    </>
  )
}

/** The page hears that the project is gone before the answer is here. */
async function deleteAsOwn(project: string, work: () => Promise<boolean>): Promise<boolean> {
  ownDeletions.add(project)
  let isDone = false
  try {
    isDone = await work()
    return isDone
  } finally {
    if (!isDone) ownDeletions.delete(project)
  }
}
