import { useNavigate, useParams, Link } from '@tanstack/react-router'
import { List, Plus, Table2, ListChecks } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { databaseSearch, databaseQuery } from '../../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { useDatabase, type Databases, useDatabases } from '../../../shared/databases/use-databases.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { formatNumber } from '../../../texts/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { decodePath, encodePath, placeOf } from '../../../documents/data-path.ts'
import { DeletedPage } from '../deleted/deleted-page.tsx'
import { queriedFields, readQuery, tellingField, writeQuery } from '../filters/collection-query.ts'
import { CopiedCells } from '../cells/range-cells.ts'
import { useUndoSteps } from '../cells/use-cell-changes.ts'
import { useSeenWithLens } from '../lens/use-lens.ts'
import { useSeenFields } from '../filters/seen-fields.ts'
import { rulesQuery } from '../see-as/rules-query.ts'
import { useDataSearch } from '../use-data-search.ts'
import type { Neighbours } from '../use-neighbours.ts'
import { SeeAsBar, type SeenRows } from '../../../shared/see-as/see-as-bar.tsx'
import { SeeAsButton } from '../../../shared/see-as/see-as-button.tsx'
import { SavedQueriesButton } from '../saved-queries/saved-queries-button.tsx'
import { JobsBeside } from '../../../shared/jobs/components/jobs-beside.tsx'
import { DatabaseNotOpen, DatabaseSwitch } from '../../../shared/databases/components/database-switch.tsx'
import { DatabasesDialog } from '../../../shared/databases/components/databases-dialog.tsx'
import { ColumnSeparator } from '../columns/column-separator.tsx'
import { pageColumns, useColumnWidths } from '../columns/column-widths.ts'
import { arrangedColumns, usualColumns } from '../columns/usual-columns.ts'
import { useTableLayout } from '../columns/use-table-layout.ts'
import { AddDocumentDialog } from './add-document-dialog.tsx'
import { ChooseCollection, ChooseDocument } from './choose-collection.tsx'
import { CollectionColumn } from './collection-column.tsx'
import { CollectionMenu } from './collection-menu.tsx'
import { DatabaseMenu } from './database-menu.tsx'
import { ColumnPicker } from './column-picker.tsx'
import { DocumentColumn, type KnownDocuments } from './document-column.tsx'
import { SearchBox } from './search-box.tsx'
import type { PressedStep } from './document-steps.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { isUnderWay } from '../../../shared/jobs/job.ts'
import { useAllJobs } from '../../../shared/jobs/use-all-jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { jobTexts } from '../../../texts/en/jobs.ts'

// It brings the language of rules, which the documents do without.
const SchemaPage = lazy(async () => ({ default: (await import('../lens/schema-page.tsx')).SchemaPage }))

/** All of them are among the jobs, to which the page has a link. */
const jobsShown = 2

/** The documents of a database: collections, documents, and the open document. The address says where it stands. */
export function DataPage() {
  const { project, id } = useDatabase()
  const databases = useDatabases()
  const { search } = useDataSearch()
  const { _splat = '' } = useParams({ strict: false })
  const hrefOf = (database: string): string =>
    `/projects/${encodeURIComponent(project.id)}/data${databaseQuery(database)}`
  return databases.open === 'there' && search.view === 'deleted' ? (
    <DeletedPage key={id} />
  ) : databases.open === 'there' && search.view === 'schema' && placeOf(decodePath(_splat)).collection !== undefined ? (
    <Suspense fallback={null}>
      <SchemaPage key={`${id} ${_splat}`} />
    </Suspense>
  ) : databases.open === 'there' ? (
    <OpenedData key={id} databases={databases} hrefOf={hrefOf} />
  ) : (
    <>
      <PageHeader title={dataTexts.title} beside={<DatabaseSwitch databases={databases} hrefOf={hrefOf} />} />
      <PageBody>
        <DatabaseNotOpen databases={databases} />
      </PageBody>
    </>
  )
}

function OpenedData({
  databases,
  hrefOf,
}: {
  readonly databases: Databases
  readonly hrefOf: (database: string) => string
}) {
  const database = useDatabase()
  const { project } = database
  const { _splat = '' } = useParams({ strict: false })
  const { search, change } = useDataSearch()
  const navigate = useNavigate()
  const firestore = firestoreOf(project.app, database.id)
  const [isManaging, setManaging] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const manage = (): void => setManaging(true)
  const goToJobs = (): void => void navigate({ to: '/projects/$project/jobs', params: { project: project.id } })
  const [adding, setAdding] = useState<'document' | 'collection' | 'subcollection'>()
  // A collection comes about with its first document, and nothing tells of it: the list is asked for again.
  const [additions, setAdditions] = useState(0)
  /** The open document, as soon as it is read or can't be. */
  const [settled, setSettled] = useState<string>()
  const path = decodePath(_splat)
  const { parent, collection, document } = placeOf(path)
  const { query, unread } = readQuery(search)
  const { seen: seenInRows, look } = useSeenFields(collection ?? '')
  const seen = useSeenWithLens(collection, seenInRows)
  const used = useTableLayout(collection)
  const { isTable, layout, setLayout } = used
  const usual = useStableOrder(`${database.id} ${collection ?? ''}`, usualColumns(seen, queriedFields(query)))
  const telling = tellingField(query)
  const fields = isTable ? (search.columns ?? arrangedColumns(usual, layout)) : telling === undefined ? [] : [telling]
  /** What is looked for in the collection, and in which. */
  const [sought, setSought] = useState({ collection, text: '' })
  const text = sought.collection === collection ? sought.text : ''
  const [copied] = useState(() => new CopiedCells())
  const undos = useUndoSteps(collection)
  const columnWidths = useColumnWidths()
  const [known, setKnown] = useState<KnownDocuments>()
  const [judged, setJudged] = useState<SeenRows>()
  const [neighbours, setNeighbours] = useState<Neighbours>()
  const pressed: PressedStep = useRef(undefined)
  // There is something to choose in a list that isn't empty.
  const hasChoice =
    document === undefined && !isTable && known !== undefined && known.collection === collection && known.count > 0
  usePageTitle((document ?? collection)?.split('/').at(-1) ?? dataTexts.title)
  // Beside a table an open document has its own heading.
  const isBeside = useMediaQuery('(width >= 48rem)') && isTable && document !== undefined
  const title = (isBeside ? collection : (document ?? collection))?.split('/').at(-1) ?? dataTexts.title
  const add = (): void => setAdding(collection === undefined ? 'collection' : 'document')
  useActInAddress('add', add, project.mayWrite)
  const chooseColumns = (chosen: readonly string[]): void => {
    setLayout({ order: chosen, hidden: usual.filter((field) => !chosen.includes(field)) })
    if (search.columns !== undefined) change({ columns: chosen })
  }
  const resetColumns = (): void => {
    setLayout({ order: undefined, hidden: undefined, pinned: undefined, widths: undefined })
    change({ columns: undefined })
  }
  const isArranged =
    search.columns !== undefined ||
    [layout.order, layout.hidden, layout.pinned, layout.widths].some((part) => part !== undefined)
  const count = known?.collection === collection && (document === undefined || isBeside) ? known : undefined
  return (
    <>
      <div
        style={columnWidths.style}
        className={classNames(
          'group/columns grid gap-x-0 tablet:h-full tablet:grid-rows-[minmax(0,1fr)]',
          // Beside a table each row that comes would be searched for it.
          collection === undefined && 'tablet:has-[[data-alone]]:grid-rows-[auto_minmax(0,1fr)]',
          pageColumns(isTable, document !== undefined),
        )}
      >
        <div
          className={
            isTable && document !== undefined
              ? 'hidden min-w-0 wide:flex'
              : classNames(
                  'contents max-tablet:*:order-last tablet:flex tablet:min-w-0',
                  collection === undefined &&
                    'tablet:has-[[data-alone]]:order-last tablet:has-[[data-alone]]:col-span-full',
                )
          }
        >
          <CollectionColumn
            key={`${parent} ${additions}`}
            title={dataTexts.collections}
            parent={parent}
            open={collection}
            // While no collection is open the button of the page adds one.
            {...(collection !== undefined && { onAdd: () => setAdding('collection') })}
            onImport={() => setImporting(true)}
          />
        </div>
        <ColumnSeparator
          column="collections"
          isWideOnly={isTable && document !== undefined}
          onWidth={columnWidths.setWidth}
        />
        <div
          className={classNames(
            'flex min-w-0 flex-col',
            collection === undefined && 'tablet:col-[3/-1] tablet:group-has-[[data-alone]]/columns:col-span-full',
          )}
        >
          <PageHeader
            title={<bdi>{visibleDirections(title)}</bdi>}
            isName
            beside={
              <>
                {count !== undefined && (
                  <span className="text-title font-normal tracking-tight text-ink-3 tabular-nums">
                    {formatNumber(count.count)}
                    {count.hasMore && '+'}
                  </span>
                )}
                <DatabaseSwitch databases={databases} hrefOf={hrefOf} />
              </>
            }
            {...(collection === undefined
              ? { fact: project.mayWrite ? factOf(database.id, '') : dataTexts.viewerOnly }
              : !project.mayWrite && { fact: dataTexts.viewerOnly })}
            actions={
              <>
                <SeeAsButton />
                {collection !== undefined && (
                  // A phone shows an open document alone.
                  <span className={document === undefined ? 'contents' : 'hidden tablet:contents'}>
                    <IconButton label={isTable ? queryTexts.showList : queryTexts.showTable} onPress={used.toggleView}>
                      {isTable ? <List /> : <Table2 />}
                    </IconButton>
                    {isTable && (
                      <ColumnPicker
                        seen={seen}
                        columns={fields}
                        onChange={chooseColumns}
                        onReset={isArranged ? resetColumns : undefined}
                      />
                    )}
                  </span>
                )}
                {collection === undefined ? (
                  <DatabaseMenu query={query} onImport={() => setImporting(true)} onDatabases={manage} />
                ) : (
                  <CollectionMenu collection={collection} query={query} onDatabases={manage} />
                )}
                <JobsLink />
                {project.mayWrite && (
                  <Button
                    variant="primary"
                    icon={<Plus />}
                    short={collection === undefined ? dataTexts.addCollection : ''}
                    onPress={add}
                  >
                    {collection === undefined ? dataTexts.addCollection : dataTexts.add}
                  </Button>
                )}
              </>
            }
          />
          <SeeAsBar
            rows={collection === undefined ? undefined : judged}
            {...(collection !== undefined &&
              (document === undefined || isBeside) && {
                whole: {
                  area: 'documents',
                  thing: { path: collection, query: rulesQuery(database, collection, query) },
                },
              })}
          />
          {collection !== undefined && (
            <div className={document === undefined ? undefined : 'hidden tablet:block'}>
              <FilterBar
                query={query}
                seen={seen}
                onChange={(next) => change(writeQuery(next))}
                search={
                  <SearchBox
                    value={text}
                    isNarrow={isBeside}
                    onChange={(next) => setSought({ collection, text: next })}
                  />
                }
              >
                <SavedQueriesButton collection={collection} query={query} />
              </FilterBar>
            </div>
          )}
          <JobsBeside
            unit="documents"
            max={jobsShown}
            label={exchangeTexts.jobs}
            className="mx-4 mb-3 tablet:mx-5 desk:grid-cols-2"
          />
          {unread.length > 0 && (
            <div className="px-4 pb-2 tablet:px-6">
              <Notice tone="attention">{queryTexts.unread(unread)}</Notice>
            </div>
          )}
          {collection === undefined && <ChooseCollection />}
          {collection !== undefined && (
            <DocumentColumn
              key={JSON.stringify([collection, search.where, search.order, search.limit])}
              firestore={firestore}
              path={collection}
              query={query}
              open={document}
              seen={seen}
              used={used}
              fields={fields}
              text={text}
              copied={copied}
              undos={undos}
              onSeen={look}
              onKnown={setKnown}
              onJudged={setJudged}
              onNeighbours={setNeighbours}
              onQuery={(next) => change(writeQuery(next))}
              onClear={() => setSought({ collection, text: '' })}
            />
          )}
        </div>
        {hasChoice && <ChooseDocument />}
        {document !== undefined && (
          <ColumnSeparator
            key={isTable ? 'table' : 'documents'}
            column={isTable ? 'table' : 'documents'}
            onWidth={columnWidths.setWidth}
          />
        )}
        {document !== undefined && (
          <div className="flex min-h-0 min-w-0 flex-col tablet:overflow-y-auto">
            <DocumentPanel
              key={document}
              firestore={firestore}
              path={document}
              hasHeading={isBeside}
              beside={neighbours?.of === document ? neighbours : undefined}
              pressed={pressed}
              onSettled={() => setSettled(document)}
            />
            <div className="flex max-h-2/5 shrink-0 flex-col">
              <CollectionColumn
                key={`${document} ${additions}`}
                title={dataTexts.subcollections}
                parent={document}
                open={undefined}
                isWaiting={settled !== document}
                onAdd={() => setAdding('subcollection')}
              />
            </div>
          </div>
        )}
      </div>
      {isImporting && <ImportDialog collection={undefined} onClose={() => setImporting(false)} onStarted={goToJobs} />}
      {isManaging && <DatabasesDialog databases={databases} onClose={() => setManaging(false)} />}
      {adding !== undefined && (
        <AddDocumentDialog
          firestore={firestore}
          collectionPath={adding === 'document' ? collection : undefined}
          parent={adding === 'subcollection' ? (document ?? '') : parent}
          onClose={() => setAdding(undefined)}
          onAdded={(added) => {
            setAdding(undefined)
            setAdditions(additions + 1)
            void navigate({
              to: '/projects/$project/data/$',
              params: { project: project.id, _splat: encodePath(added) },
              search: (before) => (adding === 'document' ? before : databaseSearch(database.id)),
            })
          }}
        />
      )}
    </>
  )
}

/** Columns that came first keep their place while more become known: nothing jumps. */
function useStableOrder(key: string, usual: readonly string[]): readonly string[] {
  const [known, setKnown] = useState({ key, order: usual })
  const before = known.key === key && known.order.length > 0 ? known.order : []
  const order = [
    ...before.filter((field) => usual.includes(field)),
    ...usual.filter((field) => !before.includes(field)),
  ]
  if (known.key !== key || order.join() !== known.order.join()) setKnown({ key, order })
  return order
}

function factOf(database: string, path: string): string {
  return path === '' && database !== defaultDatabase ? dataTexts.factOfDatabase(database) : dataTexts.fact(path)
}

/** The way to the jobs, with how many run; there once there is one. */
function JobsLink() {
  const project = useProject()
  const jobs = useAllJobs()
  if (jobs.length === 0) return null
  const running = jobs.filter(isUnderWay).length
  return (
    <Link to="/projects/$project/jobs" params={{ project: project.id }} className={buttonClasses('quiet')}>
      <ListChecks aria-hidden="true" />
      {running === 0 ? jobTexts.title : jobTexts.running(running)}
    </Link>
  )
}
