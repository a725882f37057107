import { Link, useParams } from '@tanstack/react-router'
import { RotateCw, Trash2, ArchiveRestore } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { decodePath, placeOf, encodePath } from '../../../documents/data-path.ts'
import { jobs, newsOfJobs, startJob } from '../../../shared/jobs/jobs.ts'
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
import { useSelection, type Selection } from '../../../ui/use-selection.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { restoreVersion, whyNotRestored } from '../history/document-versions.ts'
import { useMemberNames } from '../../../shared/people/use-user-names.ts'
import { useDeletedDocuments, type DeletedDocument } from '../queries/data-queries.ts'
import { useDataSearch } from '../use-data-search.ts'
import { JobsBeside } from '../../../shared/jobs/components/jobs-beside.tsx'
import { useHistoryTime } from '../../../session/use-history-time.ts'
import { Moment } from '../../../ui/moment.tsx'
import { RowCheckbox } from '../../../ui/checkbox.tsx'
import { AuthorName } from '../history/history-tab.tsx'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { restoreManyJob, type Restoration } from './restore-many-job.ts'

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
  const buttons = [...list.querySelectorAll<HTMLElement>('button:not([role=checkbox])')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at >= 0) (buttons[at + 1] ?? buttons[at - 1] ?? list).focus()
}

interface DeletedRowProps {
  readonly document: DeletedDocument
  /** The one that is listed: its documents go by their ids. */
  readonly collection: string | undefined
  readonly isRestoring: boolean
  readonly isSelected: boolean
  /** Undefined for who may not restore. */
  readonly onToggle: (() => void) | undefined
  readonly nameOfMember: (uid: string) => string | undefined
  /** Undefined for who may not. */
  readonly onRestore: (() => void) | undefined
}

/** A deleted document; its name leads to its history, which shows what it held. */
function DeletedRow(props: DeletedRowProps) {
  const { document, collection, isRestoring, isSelected, onToggle, nameOfMember, onRestore } = props
  const { project, id } = useDatabase()
  const { path, version, author, lastVersion } = document
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      {onToggle !== undefined && (
        <span className="-mx-2 grid size-8 shrink-0 place-items-center touch:size-10">
          {lastVersion !== null && (
            <RowCheckbox label={texts.selectDocument(path)} isSelected={isSelected} onToggle={onToggle} />
          )}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to="/projects/$project/data/$"
          params={{ project: project.id, _splat: encodePath(path) }}
          search={{ ...databaseSearch(id), tab: 'history', ...(lastVersion !== null && { version: lastVersion }) }}
          className="inline-block max-w-full py-1 font-mono text-code break-all text-ink-1 underline underline-offset-2"
        >
          <bdi>{visibleDirections(collection === undefined ? path : path.slice(collection.length + 1))}</bdi>
        </Link>
        <p className="text-small break-words text-ink-2">
          {texts.deleted} <Moment at={Date.parse(version)} /> ·{' '}
          <AuthorName author={author} nameOfMember={nameOfMember} />
        </p>
      </div>
      {lastVersion === null ? (
        <span className="text-small text-ink-2">{texts.notKept}</span>
      ) : (
        onRestore !== undefined && (
          <Button size="small" aria-label={texts.restoreDocument(path)} isPending={isRestoring} onPress={onRestore}>
            {texts.restore}
          </Button>
        )
      )}
    </li>
  )
}

/** Restores those that are selected, or all that are listed where nothing is, after a deletion of many that was a mistake. */
function RestoreManyButton({
  collection,
  deleted,
  selection,
  onClear,
}: {
  readonly collection: string | undefined
  readonly deleted: readonly DeletedDocument[]
  /** By path. What isn't listed any more is not restored; while it is selected nothing else is in its stead. */
  readonly selection: Selection
  /** Selects nothing any more; the button that does it goes, and the focus with it. */
  readonly onClear: () => void
}) {
  const database = useDatabase()
  // Those that the question is about, which stay the same while it is open, whatever the list does.
  const [asking, setAsking] = useState<readonly Restoration[]>()
  const restorable = deleted.flatMap(({ path, lastVersion }) => (lastVersion === null ? [] : [{ path, lastVersion }]))
  const isSelecting = selection.keys.size > 0
  const chosen = isSelecting ? restorable.filter(({ path }) => selection.keys.has(path)) : restorable
  return (
    <>
      {isSelecting && (
        <Button variant="quiet" onPress={onClear}>
          {queryTexts.clearSelection}
        </Button>
      )}
      {(isSelecting || restorable.length > 1) && (
        <Button icon={<ArchiveRestore />} isDisabled={chosen.length === 0} onPress={() => setAsking(chosen)}>
          {isSelecting ? texts.restoreSelected(chosen.length) : texts.restoreAll(chosen.length)}
        </Button>
      )}
      {asking !== undefined && (
        <ConfirmDialog
          title={texts.restoreManyTitle(asking.length)}
          confirm={texts.restoreManyConfirm(asking.length)}
          isDanger={false}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            const isStarted = startJob(restoreManyJob(database, collection, asking))
            if (isStarted) selection.clear()
            return isStarted
          }}
        >
          {texts.restoreManyText}
        </ConfirmDialog>
      )}
    </>
  )
}
