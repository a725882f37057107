import { ActList } from '../../../shared/activity/components/act-list.tsx'
import { useActs } from '../../../shared/activity/use-acts.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const shownMax = 8

/** What the team changed in the project, live. */
export default function TeamCard() {
  const project = useProject()
  const ownUid = useSignedIn()?.account.uid
  const { status, acts } = useActs(project.id)
  return (
    <Card title={overviewTexts.team} isFlush>
      {acts === undefined ? (
        status === 'loading' ? (
          <Skeleton rows={4} />
        ) : (
          <p className="p-4 text-table text-ink-2">{overviewTexts.teamFailed}</p>
        )
      ) : acts.length === 0 ? (
        <p className="p-4 text-table text-ink-2">{overviewTexts.teamNothing}</p>
      ) : (
        <ActList acts={acts} ownUid={ownUid} max={shownMax} />
      )}
    </Card>
  )
}
