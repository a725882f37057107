import { useMyProjects } from '../../../console-data/my-projects.ts'
import { dataOf } from '../../../live/live-state.ts'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useUsage } from '../queries/use-usage.ts'
import { ConnectCard } from './connect-card.tsx'
import { Figures } from './figures.tsx'
import { SampleDataNotice } from './sample-data-notice.tsx'

/** A project at a glance. An empty one shows first how an app connects. */
export function OverviewPage() {
  const project = useProject()
  const { asked, askAgain } = useUsage()
  const name = dataOf(useMyProjects())?.find(({ id }) => id === project.id)?.name ?? project.id
  usePageTitle(name)
  const usage = asked.answer
  const isEmpty = usage !== undefined && usage.users === 0 && usage.files === 0 && usage.documents === 0
  const figures = <Figures asked={asked} onRetry={askAgain} />

  return (
    <>
      <PageHeader title={name} fact={overviewTexts.factRole[project.role]} />
      <PageBody>
        {usage?.hasSampleData === true && <SampleDataNotice onRemoved={askAgain} />}
        {!isEmpty && figures}
        <ConnectCard />
        {isEmpty && figures}
      </PageBody>
    </>
  )
}
