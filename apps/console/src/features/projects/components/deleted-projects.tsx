import { Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type DeletedProject, listDeletedProjects, undeleteProject } from '../../../api/deleted-projects.ts'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import { projectsTexts as texts } from '../../../texts/en/projects.ts'
import { AskFailed } from '../../../ui/asked-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatRelative } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import { useAsked } from '../../../ui/use-asked.ts'
import { useNow } from '../../../ui/use-now.ts'
import { RemoveProjectDialog } from './remove-project-dialog.tsx'

/** Those that an owner can still take back; nothing where there are none. `listed` are the projects that there are: others may have gone or come back. */
export function DeletedProjects({ listed }: { readonly listed: string }) {
  const session = useSession()
  const { asked, askAgain } = useAsked(useCallback(async () => listDeletedProjects(await session.idToken()), [session]))
  const [removing, setRemoving] = useState<DeletedProject>()
  useEffect(askAgain, [listed, askAgain])
  if (asked.answer === undefined) {
    return asked.status === 'failed' ? (
      <AskFailed title={texts.deletedFailed} error={asked.error} askAgain={askAgain} />
    ) : null
  }
  if (asked.answer.length === 0) return null
  return (
    <Card title={texts.deletedTitle} description={texts.deletedText} isFlush>
      <ul className="divide-y divide-line">
        {asked.answer.map((project) => (
          <li key={project.projectId}>
            <Deleted project={project} onRemove={() => setRemoving(project)} onChanged={askAgain} />
          </li>
        ))}
      </ul>
      {removing !== undefined && (
        <RemoveProjectDialog project={removing} onRemoved={askAgain} onClose={() => setRemoving(undefined)} />
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
  const [isBusy, setBusy] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const takeBack = async () => {
    setBusy(true)
    setFailing(undefined)
    try {
      await undeleteProject(projectId, await session.idToken())
      toast(texts.takenBack(name))
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setBusy(false)
      onChanged()
    }
  }
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
            isPending={isBusy}
            onPress={() => void takeBack()}
          >
            {texts.takeBack}
          </Button>
          <Button size="small" aria-label={texts.removeNowNamed(name)} onPress={onRemove}>
            {texts.removeNow}
          </Button>
        </div>
      </div>
      {failing !== undefined && <FailureNotice failing={failing} />}
    </div>
  )
}
