import { useNavigate, useRouter } from '@tanstack/react-router'
import { type DocumentData, FieldPath, type Firestore } from 'firebase/firestore'
import { FileText, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { toast } from '../../../ui/toast.ts'
import { StaleNote } from '../../../ui/offline-banner.tsx'
import { encodePath } from '../../../documents/data-path.ts'
import { CellEdits } from '../cells/cell-edits.ts'
import { CellEditors } from '../cells/cell-editors.tsx'
import { UndoSteps } from '../undo-steps.ts'
import { type CollectionQuery, queriedFields, tellingField } from '../filters/collection-query.ts'
import { sdkQuery } from '../filters/sdk-query.ts'
import { documentsLookedAt, type SeenFields, usualColumns } from '../filters/seen-fields.ts'
import { deleteFromList } from '../delete-from-list.ts'
import { useDataSearch } from '../use-data-search.ts'
import { countDocuments, useDocuments } from '../use-documents.ts'
import { useGoneRows } from '../queries/gone-documents.ts'
import { useNews } from '../use-news.ts'
import { useSelection } from '../use-selection.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { Column } from './column.tsx'
import { ColumnPicker } from './column-picker.tsx'
import type { KnownDocuments } from './collection-fact.tsx'
import { DocumentCount, MissingDocuments } from './document-count.tsx'
import { DocumentGrid } from './document-grid.tsx'
import type { GridHandle } from './document-grid-props.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import { SaveProblem, LiveProblem } from './document-problems.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { SelectionAct } from './selection-question.tsx'
import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import type { Live } from '../../../backend/live/live-state.ts'

/** The documents of a collection that the query asks for, live, as a list of ids or as a table of fields. */
export function DocumentColumn({
  firestore,
  path,
  query,
  open,
  seen,
  onSeen,
  onQuery,
  onKnown,
}: {
  readonly firestore: Firestore
  readonly path: string
  readonly query: CollectionQuery
  /** The path of the document that is open. */
  readonly open: string | undefined
  readonly seen: SeenFields
  /** Told the data of the documents that came. */
  readonly onSeen: (documents: readonly DocumentData[]) => void
  readonly onQuery: (query: CollectionQuery) => void
  /** Told how many documents the query finds, as far as it is known. */
  readonly onKnown: (known: KnownDocuments) => void
}) {
  const database = useDatabase()
  const { project } = database
  const navigate = useNavigate()
  const { search, change } = useDataSearch()
  const source = sdkQuery(firestore, path, query)
  const asked = 'query' in source ? source.query : undefined
  const { live, isKnown, size, hasMore, documents, documentAt, show } = useDocuments(asked, query.limit)
  useNews(isKnown ? documents[0] : undefined, () =>
    onSeen(documents.slice(0, documentsLookedAt).map((document) => document.data())),
  )
  const [counted, setCounted] = useState<number>()
  const count = hasMore ? (counted ?? size) : size
  const isMore = hasMore && counted === undefined
  useEffect(() => {
    if (isKnown) onKnown({ collection: path, count, hasMore: isMore })
  }, [onKnown, isKnown, path, count, isMore])
  const isGone = useGoneRows(database, path, documents)
  const selection = useSelection(documents, size === documents.length)
  const [asking, setAsking] = useState<SelectionAct>()
  const [problem, setProblem] = useState<string>()
  const [edits] = useState(() => new CellEdits())
  const marks = useSyncExternalStore(edits.subscribe, edits.getMarks)
  const [notUndone, setNotUndone] = useState<unknown>()
  const [undos] = useState(
    () => new UndoSteps({ onDone: () => toast(cellTexts.undone), onFailed: (thrown) => setNotUndone(thrown) }),
  )
  const table = useRef<GridHandle>(null)
  const editing = useMemo(
    () => ({
      marks,
      open: (...cell: Parameters<typeof edits.open>) => edits.open(...cell),
      remove: (...cell: Parameters<typeof edits.remove>) => edits.remove(...cell),
      undo: () => undos.undo(),
    }),
    [edits, marks, undos],
  )
  const isOpenElsewhere =
    open !== undefined && isKnown && hasMore && documents.every((document) => document.ref.path !== open)
  const isTable = search.view === 'table'
  const telling = tellingField(query)
  const columns = isTable
    ? (search.columns ?? usualColumns(seen, queriedFields(query)))
    : telling === undefined
      ? []
      : [telling]
  const columnKey = JSON.stringify(columns.map((field) => ({ field, type: seen.get(field)?.type })))
  const gridColumns = useMemo(
    () => (JSON.parse(columnKey) as readonly Omit<GridColumn, 'path'>[]).map(withPath),
    [columnKey],
  )
  const hrefOf = useHrefs(project.id, path)
  const [ordering] = query.orderings
  const orderedBy = ordering && formatFieldPath(ordering.field)
  const isAsked = query.conditions.length > 0 || query.orderings.length > 0

  /** Up, then down, then as it was. */
  const sort = (column: string): void => {
    const field = seen.get(column)?.path ?? parseFieldPath(column)
    if (field === undefined) return
    const next =
      orderedBy !== column
        ? { field, isDescending: false }
        : ordering?.isDescending === false
          ? { field, isDescending: true }
          : undefined
    onQuery({ ...query, orderings: next === undefined ? [] : [next] })
  }
  /** One at once, with a way back; several that are selected after a question. */
  const remove = (document: string): void => {
    if (selection.paths.size > 1 && selection.paths.has(document)) setAsking('delete')
    else void deleteFromList(database, document, setProblem)
  }
  return (
    <Column
      title={dataTexts.documents}
      isOuter={open !== undefined}
      actions={
        <>
          {live.status === 'offline' && isKnown && <StaleNote since={live.since} />}
          {isKnown && asked !== undefined && (
            <DocumentCount shown={size} hasMore={hasMore} query={asked} onCounted={setCounted} />
          )}
          {isTable && <ColumnPicker seen={seen} columns={columns} onChange={(chosen) => change({ columns: chosen })} />}
        </>
      }
      footer={
        project.mayWrite &&
        asked !== undefined && (
          <>
            {problem !== undefined && (
              <div className="p-2">
                <Notice tone="danger" isAnnounced>
                  {problem}
                </Notice>
              </div>
            )}
            {notUndone !== undefined && (
              <div className="p-2">
                <SaveProblem problem={notUndone} />
              </div>
            )}
            <SelectionBar
              collection={path}
              query={query}
              paths={[...selection.paths]}
              found={selection.found}
              mayTakeAll={selection.wasAll && (hasMore || size > selection.paths.size)}
              takeAll={async () => await selection.takeFound(async () => await countDocuments(asked))}
              onClear={selection.clear}
              asking={asking}
              onAsk={setAsking}
            />
          </>
        )
      }
    >
      {isOpenElsewhere && (
        <p className="border-b border-line px-3 py-2 text-small break-words text-ink-2">
          {queryTexts.openElsewhere(open.slice(path.length + 1))}
        </p>
      )}
      {'problem' in source ? (
        <ErrorState title={queryTexts.refusedTitle}>{source.problem}</ErrorState>
      ) : !isKnown ? (
        <QueryProblem live={live} isAsked={isAsked} />
      ) : size === 0 && isAsked ? (
        <EmptyState
          icon={<SearchX />}
          title={queryTexts.noMatch}
          action={
            <Button onPress={() => onQuery({ ...query, conditions: [], orderings: [] })}>{queryTexts.clear}</Button>
          }
        >
          {queryTexts.noMatchHelp}
        </EmptyState>
      ) : size === 0 ? (
        <EmptyState icon={<FileText />} title={dataTexts.noDocuments}>
          {dataTexts.noDocumentsHelp}
        </EmptyState>
      ) : (
        <DocumentGrid
          label={dataTexts.documents}
          size={size}
          hasMore={hasMore}
          documentAt={documentAt}
          onShow={show}
          columns={gridColumns}
          openId={open?.slice(path.length + 1)}
          hrefOf={hrefOf}
          ordering={ordering}
          orderedBy={orderedBy}
          onSort={sort}
          isGone={isGone}
          selection={project.mayWrite ? selection : undefined}
          onDelete={project.mayWrite ? remove : undefined}
          editing={isTable && project.mayWrite ? editing : undefined}
          handle={table}
          onOpen={(opened) =>
            void navigate({
              to: '/projects/$project/data/$',
              params: { project: project.id, _splat: encodePath(`${path}/${opened}`) },
              search: (before) => before,
            })
          }
        />
      )}
      <CellEditors firestore={firestore} edits={edits} undos={undos} table={table} shown={{ size, documentAt }} />
      {!isAsked && !hasMore && <MissingDocuments collection={path} open={open} />}
    </Column>
  )
}

function withPath(column: Omit<GridColumn, 'path'>): GridColumn {
  const names = parseFieldPath(column.field)
  return { ...column, path: names && new FieldPath(...names) }
}

/** The addresses of a collection's documents, as links of the router would have them: it is asked for the collection's alone. */
function useHrefs(project: string, collection: string): (id: string) => string {
  const router = useRouter()
  const { href } = router.buildLocation({
    to: '/projects/$project/data/$',
    params: { project, _splat: encodePath(collection) },
    search: (before) => before,
  })
  return useCallback(
    (id: string) => {
      const [path = '', search] = href.split('?')
      // Once for the path of the documents, once for the address.
      return `${path}/${encodeURIComponent(encodePath(id))}${search === undefined ? '' : `?${search}`}`
    },
    [href],
  )
}

/** What stands in the place of documents that are not there. Of a query that the server refuses, the server's own words say most. */
function QueryProblem({ live, isAsked }: { readonly live: Live<unknown>; readonly isAsked: boolean }) {
  if (live.status !== 'failed' || !isAsked) return <LiveProblem live={live} title={dataTexts.failedDocuments} />
  const { code, message } = failureOf(live.error)
  const isRefused = code === 'invalid-argument' || code === 'failed-precondition'
  if (!isRefused || message === undefined) return <LiveProblem live={live} title={dataTexts.failedDocuments} />
  const reaction = reactionTo(live.error)
  return (
    <ErrorState
      title={queryTexts.refusedTitle}
      onRetry={live.retry}
      {...(reaction.kind !== 'quiet' && { details: reaction.details })}
    >
      {message}
    </ErrorState>
  )
}
