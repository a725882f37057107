import { Link, useParams } from '@tanstack/react-router'
import { RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { decodePath, placeOf } from '../../../documents/data-path.ts'
import { jobs, newsOfJobs } from '../../../shared/jobs/jobs.ts'
import { watchCalmly } from '../../../backend/live/watch-calmly.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { TimeSpanFields } from '../../../ui/time-span-fields.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { restoreVersion } from '../history/document-versions.ts'
import { useMemberNames } from '../../../shared/people/use-member-names.ts'
import { whyNotRestored } from '../history/why-not-restored.ts'
import { useDeletedDocuments } from '../queries/data-queries.ts'
import { useDataSearch } from '../use-data-search.ts'
import { JobsBeside } from '../../../shared/jobs/components/jobs-beside.tsx'
import { DeletedRow } from './deleted-row.tsx'
import type { DeletedDocument } from './list-deleted.ts'
import { RestoreManyButton } from './restore-many-button.tsx'
import { useHistoryTime } from '../../../session/use-history-time.ts'

/** What was deleted in a collection, or in the whole database, with who did it and when, and the way back. */
export function DeletedPage() {
  const database = useDatabase()
  const kept = useHistoryTime()
  const { project, id } = database
  const { _splat = '' } = useParams({ strict: false })
  const { collection } = placeOf(decodePath(_splat))
  usePageTitle(texts.deletedDocuments)
  const { search, change } = useDataSearch()
  const { since, until } = search
  const isOfATime = since !== undefined || until !== undefined
  const pages = useDeletedDocuments(collection, { since, until })
  const { query, isReading, readAgain } = pages
  const { refetch } = query
  useEffect(
    () =>
      watchCalmly(
        () => newsOfJobs(project.id, 'documents'),
        [jobs.subscribe],
        () => void refetch(),
      ),
    [project.id, refetch],
  )
  const nameOfMember = useMemberNames()
  const [restoring, setRestoring] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const selection = useSelection()
  const rows = useRef<HTMLOListElement>(null)
  const reload = useRef<HTMLButtonElement>(null)
  const known = useRef(0)
  const count = query.data?.rows.length ?? 0
  useEffect(() => {
    // A button that had the focus went with what it restored.
    if (count < known.current && document.activeElement === document.body) reload.current?.focus()
    known.current = count
  }, [count])

  const restore = async ({ path, lastVersion }: DeletedDocument): Promise<void> => {
    if (lastVersion === null) return
    setProblem(undefined)
    setRestoring(path)
    try {
      await restoreVersion(database, path, lastVersion, true)
      focusBeside(rows.current)
      toast(texts.restoredDocument(path))
    } catch (thrown) {
      setProblem(texts.couldNotRestoreDocument(path, whyNotRestored(thrown)))
    } finally {
      setRestoring(undefined)
      readAgain()
    }
  }
  const where = collection ?? texts.wholeDatabase(id)
  return (
    <>
      <PageHeader
        title={texts.deletedDocuments}
        fact={
          <>
            <bdi>{visibleDirections(where)}</bdi> · {texts.deletedHelp(kept)}
          </>
        }
        actions={
          <>
            <Link
              to="/projects/$project/data/$"
              params={{ project: project.id, _splat }}
              search={databaseSearch(id)}
              className={buttonClasses()}
            >
              {collection === undefined ? texts.toDatabase : texts.toCollection}
            </Link>
            {project.mayWrite && (
              <RestoreManyButton
                collection={collection}
                deleted={query.data?.rows ?? []}
                selection={selection}
                onClear={() => {
                  selection.clear()
                  reload.current?.focus()
                }}
              />
            )}
            <Button ref={reload} icon={<RotateCw />} isPending={isReading} onPress={readAgain}>
              {texts.loadAgain}
            </Button>
          </>
        }
      />
      <PageBody width="narrow">
        {problem !== undefined && (
          <Notice tone="danger" isAnnounced>
            {problem}
          </Notice>
        )}
        <JobsBeside unit="documents" kind="restore" label={texts.restoreJobs} />
        <TimeSpanFields span={{ since, until }} onChange={change} />
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <QueryContent query={query} failed={texts.failedDeleted}>
            {({ rows: deleted }) =>
              deleted.length === 0 && isOfATime ? (
                <EmptyState icon={<Trash2 />} title={texts.noneDeletedThen}>
                  {texts.noneDeletedThenHelp}
                </EmptyState>
              ) : deleted.length === 0 ? (
                <EmptyState icon={<Trash2 />} title={texts.noneDeleted}>
                  {texts.noneDeletedHelp(kept)}
                </EmptyState>
              ) : (
                <ol ref={rows} aria-label={texts.deletedList} tabIndex={-1} className="-mb-px">
                  {deleted.map((document) => (
                    <DeletedRow
                      key={document.path}
                      document={document}
                      collection={collection}
                      isRestoring={restoring === document.path}
                      isSelected={selection.keys.has(document.path)}
                      onToggle={project.mayWrite ? () => selection.toggle(document.path) : undefined}
                      nameOfMember={nameOfMember}
                      onRestore={project.mayWrite ? () => void restore(document) : undefined}
                    />
                  ))}
                </ol>
              )
            }
          </QueryContent>
        </section>
        <MoreRows pages={pages} more={texts.moreDeleted} full={texts.fullDeleted} />
        {!project.mayWrite && <p className="text-table text-ink-2">{dataTexts.viewerOnly}</p>}
      </PageBody>
    </>
  )
}

/** The row goes, and the button with it: the next one, or the one before, has the focus then. */
function focusBeside(list: HTMLOListElement | null): void {
  if (list === null) return
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at >= 0) (buttons[at + 1] ?? buttons[at - 1] ?? list).focus()
}
