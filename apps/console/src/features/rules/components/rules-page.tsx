import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Choice } from '../../../ui/choice.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { loadLiveRules } from '../../../rules/published-rules.ts'
import { rulesAreas, type RulesArea } from '../../../rules/rules-area.ts'
import { useOverride } from '../use-override.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { RulesWorkbench } from './rules-workbench.tsx'

/** The rules of documents and of files. The address says which. */
export function RulesPage() {
  usePageTitle(rulesTexts.title)
  const { area = 'documents' }: { area?: RulesArea } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [drafts, setDrafts] = useState<Partial<Record<RulesArea, string | undefined>>>({})
  const setDraft = useCallback(
    (draft: string | undefined) => setDrafts((before) => ({ ...before, [area]: draft })),
    [area],
  )
  return (
    <>
      <PageHeader
        title={rulesTexts.title}
        fact={rulesTexts.fact}
        actions={
          <Choice
            label={rulesTexts.area}
            value={area}
            options={rulesAreas.map((id) => ({ id, label: rulesTexts[id] }))}
            onChange={(next) =>
              void navigate({ to: '.', search: next === 'documents' ? {} : { area: next }, replace: true })
            }
          />
        }
      />
      <AreaOfRules key={area} area={area} draft={drafts[area]} onDraft={setDraft} />
      <LeaveDialog isChanged={rulesAreas.some((one) => drafts[one] !== undefined)} />
    </>
  )
}

function AreaOfRules({
  area,
  draft,
  onDraft,
}: {
  readonly area: RulesArea
  readonly draft: string | undefined
  readonly onDraft: (draft: string | undefined) => void
}) {
  const project = useProject()
  const { asked, askAgain } = useAsked(useCallback(() => loadLiveRules(project, area), [project, area]))
  const override = useOverride(area)
  if (asked.answer === undefined || override === 'loading') {
    return asked.status === 'failed' ? (
      <ErrorState title={rulesTexts.failed} onRetry={askAgain} />
    ) : (
      <div className="px-4 tablet:px-5">
        <Skeleton rows={8} />
      </div>
    )
  }
  return (
    <RulesWorkbench
      // What holds instead of published rules is no draft of theirs.
      key={override === 'none' ? 'published' : 'override'}
      area={area}
      live={asked.answer}
      override={override === 'none' ? undefined : override}
      draft={override === 'none' ? draft : undefined}
      onDraft={onDraft}
      onPublished={askAgain}
    />
  )
}
