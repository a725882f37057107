import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { databaseQuery } from '../../../shared/databases/database-search.ts'
import { useDatabase, useDatabases } from '../../../shared/databases/use-databases.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Choice } from '../../../ui/choice.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeleton.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { rulesAreas, type RulesArea } from '../../../shared/rules/rules-area.ts'
import { DatabaseNotOpen, DatabaseSwitch } from '../../../shared/databases/components/database-switch.tsx'
import { useLiveRules, useOverride } from '../queries/rules-queries.ts'
import { RulesWorkbench } from './rules-workbench.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'
import { LeaveDialog, useLeaveBlocker } from '../../../ui/leave-dialog.tsx'
import { type DraftPlace, mayKeep } from '../../../shared/rules/kept-draft.ts'

/** The rules of the documents of a database, and of files. The address says which. */
export function RulesPage() {
  usePageTitle(rulesTexts.title)
  const { area = 'documents' }: { area?: RulesArea | undefined } = useSearch({ strict: false })
  const { project, id } = useDatabase()
  const databases = useDatabases()
  const navigate = useNavigate()
  const [drafts, setDrafts] = useState<Drafts>({})
  // Files have no database: the drafts of each area and database wait for one another.
  const key = area === 'files' ? area : `${area}/${id}`
  const setDraft = useCallback(
    (text: string | undefined) =>
      setDrafts((before) => ({ ...before, [key]: text === undefined ? undefined : { area, database: id, text } })),
    [key, area, id],
  )
  const hrefOf = (database: string): string =>
    `/projects/${encodeURIComponent(project.id)}/rules${databaseQuery(database)}`
  return (
    <>
      <PageHeader
        title={rulesTexts.title}
        beside={area === 'documents' && <DatabaseSwitch databases={databases} hrefOf={hrefOf} />}
        fact={rulesTexts.fact}
        actions={
          <Choice
            label={rulesTexts.area}
            value={area}
            options={rulesAreas.map((one) => ({ id: one, label: rulesTexts[one] }))}
            onChange={(next) =>
              void navigate({ to: '.', search: next === 'documents' ? {} : { area: next }, replace: true })
            }
          />
        }
      />
      {area === 'files' || databases.open === 'there' ? (
        <AreaOfRules key={key} area={area} draft={drafts[key]?.text} onDraft={setDraft} />
      ) : (
        <div className="px-4 tablet:px-6">
          <DatabaseNotOpen databases={databases} />
        </div>
      )}
      <LeaveRulesDialog drafts={Object.values(drafts).filter((draft) => draft !== undefined)} />
    </>
  )
}

/** By area and database. */
type Drafts = Readonly<Record<string, OpenDraft | undefined>>

function AreaOfRules({
  area,
  draft,
  onDraft,
}: {
  readonly area: RulesArea
  readonly draft: string | undefined
  readonly onDraft: (draft: string | undefined) => void
}) {
  const query = useLiveRules(area)
  const override = useOverride(area)
  if (query.data === undefined || override === 'loading') {
    return (
      <div className="px-4 tablet:px-6">
        <QueryContent query={query} failed={rulesTexts.failed} placeholder={<BlockSkeleton height={560} />}>
          {() => <BlockSkeleton height={560} />}
        </QueryContent>
      </div>
    )
  }
  return (
    <RulesWorkbench
      // What holds instead of published rules is no draft of theirs.
      key={override === 'none' ? 'published' : 'override'}
      area={area}
      live={query.data}
      override={override === 'none' ? undefined : override}
      draft={override === 'none' ? draft : undefined}
      onDraft={onDraft}
      onPublished={() => void query.refetch()}
    />
  )
}

/** What was changed and is not published. */
interface OpenDraft extends Pick<DraftPlace, 'area' | 'database'> {
  readonly text: string
}

/** Asks before rules that are not published are left for another screen, and before a page is closed with ones that the browser doesn't keep. */
function LeaveRulesDialog({ drafts }: { readonly drafts: readonly OpenDraft[] }) {
  const uid = useSignedIn()?.account.uid
  const { project } = useDatabase()
  const isKept = (): boolean =>
    uid !== undefined && drafts.every(({ text, ...place }) => mayKeep({ ...place, uid, project: project.id }, text))
  const blocker = useLeaveBlocker({
    asks: (current, next) => drafts.length > 0 && current.pathname !== next.pathname,
    asksOnClose: () => drafts.length > 0 && !isKept(),
  })
  if (blocker.status !== 'blocked') return null
  const kept = isKept()
  return (
    <LeaveDialog
      title={rulesTexts.leaveTitle}
      text={kept ? rulesTexts.leaveKept : rulesTexts.leaveText}
      leave={kept ? rulesTexts.leaveForNow : rulesTexts.leave}
      stay={rulesTexts.stay}
      onLeave={blocker.proceed}
      onStay={blocker.reset}
    />
  )
}
