import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import {
  type DeletedProject,
  undeleteProject,
  removeDeletedProject,
  useDeletedProjects,
} from '../queries/projects-queries.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import { projectsTexts as texts } from '../../../texts/en/projects.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatRelative } from '../../../texts/format.ts'
import { QueryFailed, useFailure } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/** Those that an owner can still take back; nothing where there are none. `listed` are the projects that there are: others may have gone or come back. */
export function DeletedProjects({ listed }: { readonly listed: string }) {
  const deleted = useDeletedProjects(listed)
  const failure = useFailure(deleted)
  const [removing, setRemoving] = useState<DeletedProject>()
  const readAgain = (): void => void deleted.refetch()
  if (deleted.data === undefined) {
    return failure === undefined ? null : (
      <QueryFailed title={texts.deletedFailed} error={failure} onRetry={readAgain} />
    )
  }
  if (deleted.data.length === 0) return null
  return (
    <Card title={texts.deletedTitle} description={texts.deletedText} isFlush>
      <ul className="divide-y divide-line">
        {deleted.data.map((project) => (
          <li key={project.projectId}>
            <Deleted project={project} onRemove={() => setRemoving(project)} onChanged={readAgain} />
          </li>
        ))}
      </ul>
      {removing !== undefined && (
        <RemoveProjectDialog project={removing} onRemoved={readAgain} onClose={() => setRemoving(undefined)} />
      )}
    </Card>
  )
}

interface DeletedProps {
  readonly project: DeletedProject
  readonly onRemove: () => void
  readonly onChanged: () => void
}

function Deleted({ project: { projectId, name, endsAt }, onRemove, onChanged }: DeletedProps) {
  const session = useSession()
  const now = useNow(60_000)
  const takeBack = useMutation({
    mutationFn: async () => await undeleteProject(projectId, await session.idToken()),
    onSuccess: () => void toast(texts.takenBack(name)),
    onSettled: onChanged,
  })
  return (
    <div className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="text-table font-medium wrap-anywhere">{name}</p>
          <p className="text-small text-ink-2">
            <span className="font-mono">{projectId}</span> · {texts.endsIn(formatRelative(Date.parse(endsAt), now))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Undo2 />}
            aria-label={texts.takeBackNamed(name)}
            isPending={takeBack.isPending}
            onPress={() => takeBack.mutate()}
          >
            {texts.takeBack}
          </Button>
          <Button size="small" aria-label={texts.removeNowNamed(name)} onPress={onRemove}>
            {texts.removeNow}
          </Button>
        </div>
      </div>
      {takeBack.isError && <FailureNotice failing={reactionTo(takeBack.error)} />}
    </div>
  )
}

interface RemoveProjectDialogProps {
  readonly project: DeletedProject
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** A deleted project goes for good before its time, once its id is typed. */
function RemoveProjectDialog({ project, onRemoved, onClose }: RemoveProjectDialogProps) {
  const session = useSession()
  const recent = useRecentSignIn()
  const { projectId } = project
  const remove = async () => removeDeletedProject(projectId, await session.idToken())
  return (
    <>
      <TypedConfirmDialog
        title={texts.removeNowTitle(projectId)}
        confirm={texts.removeNowConfirm}
        wanted={projectId}
        label={texts.removeNowTyped(projectId)}
        wrong={texts.removeNowWrong}
        onConfirm={async () => {
          if (!(await recent.run(remove, { act: texts.removeNowConfirm }))) return
          toast(texts.removedNow(projectId))
          onRemoved()
          onClose()
        }}
        onClose={onClose}
      >
        {texts.removeNowText}
      </TypedConfirmDialog>
      {recent.dialog}
    </>
  )
}
