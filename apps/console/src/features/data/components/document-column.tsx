import { useNavigate, useRouter } from '@tanstack/react-router'
import type { DocumentData, Firestore, QueryDocumentSnapshot } from 'firebase/firestore'
import { EyeOff, FileText, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { columnTexts } from '../../../texts/en/data-columns.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { formatNumber } from '../../../texts/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { StaleNote } from '../../../ui/offline-banner.tsx'
import { conditionProblem, formatCondition } from '../../../documents/condition.ts'
import { encodePath } from '../../../documents/data-path.ts'
import type { SeenRows as JudgedRows } from '../../../shared/see-as/see-as-bar.tsx'
import { SeenRows, type SeenRowsHandle } from '../../../shared/see-as/seen-rows.tsx'
import { useSeeAs } from '../../../shared/see-as/use-see-as.ts'
import { seeAsTexts } from '../../../texts/en/see-as.ts'
import { useJudgedDocuments } from '../see-as/use-judged-documents.ts'
import { CellEditors } from '../cells/cell-editors.tsx'
import { findPlace } from '../cells/find-place.ts'
import { GridCursor } from '../cells/grid-cursor.ts'
import { fillDown, fillRight } from '../cells/fill-cells.ts'
import { type CellCopy, type CopiedCells, valuesCleared } from '../cells/range-cells.ts'
import { useCellChanges } from '../cells/use-cell-changes.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { sdkQuery } from '../filters/sdk-query.ts'
import { documentsLookedAt, type SeenFields } from '../filters/seen-fields.ts'
import { textFields, useTextSearch } from '../filters/use-text-search.ts'
import { deleteFromList } from '../delete-from-list.ts'
import { useDataSearch } from '../use-data-search.ts'
import { useClock } from '../use-clock.ts'
import { countDocuments, useDocuments } from '../use-documents.ts'
import { useCount } from '../queries/data-queries.ts'
import { useGoneRows } from '../queries/gone-documents.ts'
import { ReferenceNames } from '../queries/reference-names.ts'
import type { UndoSteps } from '../undo-steps.ts'
import { type Neighbours, useNeighbours } from '../use-neighbours.ts'
import { useNews } from '../use-news.ts'
import { useSelection } from '../use-selection.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { Column } from './column.tsx'
import { CellMenu } from './cell-menu.tsx'
import { MissingDocuments } from './missing-documents.tsx'
import { DocumentGrid } from './document-grid.tsx'
import { DocumentList } from './document-list.tsx'
import type { ColumnChange, GridHandle, MenuPlace } from './document-grid-props.ts'
import { valueIn } from './document-row.tsx'
import { type GridColumn, gridColumns } from '../columns/grid-column.ts'
import type { TableLayout } from '../columns/table-layouts.ts'
import type { UsedLayout } from '../columns/use-table-layout.ts'
import { GridFoot } from './grid-foot.tsx'
import { QueryProblem, SaveProblem } from './document-problems.tsx'
import { PasteQuestion } from './paste-question.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { SelectionAct } from './selection-question.tsx'
import type { FieldPreset } from './set-field-dialog.tsx'

/** How many documents of a collection a query finds, as far as it is known. */
export interface KnownDocuments {
  readonly collection: string
  readonly count: number
  /** There are more than these. */
  readonly hasMore: boolean
}

/** The documents of a collection that the query asks for, live, as a list of ids or as a table of fields. */
export function DocumentColumn({
  firestore,
  path,
  query,
  open,
  seen,
  used,
  fields,
  text,
  copied,
  undos,
  onSeen,
  onQuery,
  onKnown,
  onJudged,
  onNeighbours,
  onClear,
}: {
  readonly firestore: Firestore
  readonly path: string
  readonly query: CollectionQuery
  /** The path of the document that is open. */
  readonly open: string | undefined
  readonly seen: SeenFields
  readonly used: UsedLayout
  /** The fields that are columns. */
  readonly fields: readonly string[]
  /** What is looked for in the collection; '' for nothing. */
  readonly text: string
  readonly copied: CopiedCells
  readonly undos: UndoSteps
  /** Told the data of the documents that came. */
  readonly onSeen: (documents: readonly DocumentData[]) => void
  readonly onQuery: (query: CollectionQuery) => void
  /** Told how many documents the query finds, as far as it is known. */
  readonly onKnown: (known: KnownDocuments) => void
  /** Told what rules let the person do whom the screen is seen as. */
  readonly onJudged: (rows: JudgedRows | undefined) => void
  readonly onNeighbours: (neighbours: Neighbours | undefined) => void
  readonly onClear: () => void
}) {
  const database = useDatabase()
  const { project } = database
  const navigate = useNavigate()
  const { change } = useDataSearch()
  const { isTable, layout } = used
  const isPhone = useMediaQuery('(width < 48rem)')
  const source = sdkQuery(firestore, path, query)
  const asked = 'query' in source ? source.query : undefined
  const { live, isKnown, size, hasMore, isWhole, documents, documentAt, show, expect } = useDocuments(asked, {
    database,
    firestore,
    collection: path,
    query,
  })
  useNews(isKnown ? documents[0] : undefined, () =>
    onSeen(documents.slice(0, documentsLookedAt).map((document) => document.data())),
  )
  const counted = useCount(path, query, isWhole ? undefined : asked)
  useEffect(() => {
    if (!isWhole) expect(counted)
  }, [expect, isWhole, counted])
  const count = isWhole ? size : Math.max(counted ?? 0, size)
  const isMore = hasMore && counted === undefined
  useEffect(() => {
    if (isKnown) onKnown({ collection: path, count, hasMore: isMore })
  }, [onKnown, isKnown, path, count, isMore])
  const sought = useTextSearch({ firestore, path, query }, textFields(fields, seen), documents, text)
  const { seen: seenAs, change: changeSeeAs } = useSeeAs()
  const searched = sought?.documents ?? documents
  const judged = useJudgedDocuments(
    seenAs,
    { documents: searched, documentAt, show },
    isTable ? fields : noFields,
    onJudged,
  )
  const found = judged.granted ?? sought?.documents
  const shown =
    found === undefined
      ? { size, hasMore, documentAt, show: judged.show }
      : { size: found.length, hasMore: false, documentAt: (row: number) => found[row], show: showNothing }
  useNeighbours(open, shown, onNeighbours)
  const isGone = useGoneRows(database, path, documents)
  const selection = useSelection(found ?? documents, found !== undefined || size === documents.length)
  const [asking, setAsking] = useState<SelectionAct>()
  const [preset, setPreset] = useState<FieldPreset>()
  const [problem, setProblem] = useState<string>()
  const [cursor] = useState(() => new GridCursor())
  const [names] = useState(() => new ReferenceNames(database))
  const table = useRef<GridHandle>(null)
  const judgedRows = useRef<SeenRowsHandle>(null)
  const columnKey = JSON.stringify([fields, layout.pinned, layout.widths])
  const columns = useMemo(() => {
    const [asColumns, pinned, widths] = JSON.parse(columnKey) as [
      string[],
      TableLayout['pinned'],
      TableLayout['widths'],
    ]
    return gridColumns(asColumns, seen, { pinned, widths })
  }, [columnKey, seen])
  const {
    edits,
    marks,
    editing,
    pasting,
    setPasting,
    write,
    problem: notSaved,
  } = useCellChanges({
    database,
    documentAt: shown.documentAt,
    columns,
    copied,
    undos,
  })
  const isOpenElsewhere =
    open !== undefined && isKnown && !isWhole && documents.every((document) => document.ref.path !== open)
  const hrefOf = useHrefs(project.id, path)
  const hrefOfPath = useHrefs(project.id, '')
  const [clock] = useClock()
  const look = useMemo(() => ({ clock, names, hrefOfPath }), [clock, names, hrefOfPath])
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
  const filter = (document: QueryDocumentSnapshot, column: GridColumn, isNot: boolean): void => {
    const field = seen.get(column.field)?.path ?? parseFieldPath(column.field)
    const value = valueIn(document, column)
    if (field === undefined || value === undefined) return
    const condition = { field, operator: isNot ? ('!=' as const) : ('==' as const), value }
    if (conditionProblem(condition.operator, value) !== undefined) return
    const others = query.conditions.filter((one) => formatCondition(one) !== formatCondition(condition))
    onQuery({ ...query, conditions: [...others, condition] })
  }
  /** One at once, with a way back; several that are selected after a question. */
  const remove = (document: string): void => {
    if (selection.paths.size > 1 && selection.paths.has(document)) setAsking('delete')
    else void deleteFromList(database, document, setProblem)
  }
  const go = (document: string, tab?: 'history'): void =>
    void navigate({
      to: '/projects/$project/data/$',
      params: { project: project.id, _splat: encodePath(document) },
      search: (before) => (tab === undefined ? before : { ...before, tab }),
    })
  const follow = (document: string): void =>
    void navigate({
      to: '/projects/$project/data/$',
      params: { project: project.id, _splat: encodePath(document) },
      search: databaseSearch(database.id),
    })
  const changeColumn = (field: string, asked: ColumnChange): void => {
    const order = used.changeColumn(fields, field, asked)
    if (order !== undefined && used.isInAddress) change({ columns: order })
  }
  const menuOf = (place: MenuPlace, copy: CellCopy): ReactNode => {
    const { document, row, column, box } = place
    const of = columns[column - 1]
    const cells = box ?? { top: row, bottom: row, left: column, right: column }
    const from = { documentAt: shown.documentAt, columns, marks }
    const inRows = (): readonly string[] =>
      Array.from(
        { length: cells.bottom - cells.top + 1 },
        (_, at) => shown.documentAt(cells.top + at)?.ref.path,
      ).filter((one) => one !== undefined)
    return (
      <CellMenu
        place={place}
        column={of}
        idOf={of && seen.get(of.field)?.idOf}
        copied={copy}
        acts={{
          copy: (taken) => copied.take(taken),
          change: project.mayWrite
            ? {
                edit: () => {
                  const cell = findPlace(document, row, column, of, of && marks.get(document.ref.path)?.get(of.field))
                  if (cell !== undefined) edits.open(cell)
                },
                paste: (pasted) => editing.paste(pasted, cells),
                fillDown: () => editing.write(fillDown(cells, from)),
                fillRight: () => editing.write(fillRight(cells, from)),
                clear: () => editing.write(valuesCleared(cells, from)),
                setField: () => {
                  selection.take(inRows())
                  setPreset(of && { field: of.field, value: valueIn(document, of) })
                  setAsking('set-field')
                },
                remove: () => {
                  const paths = inRows()
                  if (paths.length === 1) remove(document.ref.path)
                  else {
                    selection.take(paths)
                    setAsking('delete')
                  }
                },
              }
            : undefined,
          filter: (isNot) => {
            if (of !== undefined) filter(document, of, isNot)
          },
          open: () => go(document.ref.path),
          openHistory: () => go(document.ref.path, 'history'),
          follow,
          why:
            seenAs &&
            (() => {
              const cell = table.current?.findCell(row, column)
              if (cell !== undefined) judgedRows.current?.explain(cell)
            }),
        }}
      />
    )
  }
  return (
    <SeenRows area="documents" handle={judgedRows}>
      <Column
        title={dataTexts.documents}
        isOuter={open !== undefined}
        isBare={isTable}
        actions={
          !isTable && (
            <>
              {live.status === 'offline' && isKnown && <StaleNote since={live.since} />}
              {isKnown && asked !== undefined && (
                <span role="status" className="truncate text-small text-ink-2">
                  {queryTexts.shown(count, isMore)}
                </span>
              )}
            </>
          )
        }
        footer={
          <>
            {problem !== undefined && (
              <div className="p-2">
                <Notice tone="danger" isAnnounced>
                  {problem}
                </Notice>
              </div>
            )}
            {notSaved !== undefined && (
              <div className="p-2">
                <SaveProblem problem={notSaved} />
              </div>
            )}
            {project.mayWrite && asked !== undefined && (
              <SelectionBar
                collection={path}
                query={query}
                paths={[...selection.paths]}
                found={selection.found}
                mayTakeAll={selection.wasAll && (!isWhole || size > selection.paths.size)}
                takeAll={async () => await selection.takeFound(async () => await countDocuments(asked))}
                onClear={selection.clear}
                asking={asking}
                preset={preset}
                onAsk={(act) => {
                  setPreset(undefined)
                  setAsking(act)
                }}
              />
            )}
            {isTable && isKnown && (found ?? documents).length > 0 && (
              <GridFoot
                cursor={cursor}
                undos={project.mayWrite ? undos : undefined}
                count={count}
                hasMore={isMore}
                found={
                  sought && columnTexts.found(sought.documents.length, sought.isCut, formatNumber(documents.length))
                }
              >
                {live.status === 'offline' && <StaleNote since={live.since} />}
              </GridFoot>
            )}
          </>
        }
      >
        {isOpenElsewhere && (
          <p className="sticky left-0 border-b border-line px-3 py-2 text-small break-words text-ink-2">
            {queryTexts.openElsewhere(open.slice(path.length + 1))}
          </p>
        )}
        {'problem' in source ? (
          <ErrorState title={queryTexts.refusedTitle}>{source.problem}</ErrorState>
        ) : !isKnown ? (
          <QueryProblem live={live} isAsked={isAsked} />
        ) : judged.granted?.length === 0 && searched.length > 0 ? (
          <EmptyState
            icon={<EyeOff />}
            title={seeAsTexts.nothingAllowed}
            action={<Button onPress={() => changeSeeAs({ only: undefined })}>{seeAsTexts.showAll}</Button>}
          >
            {seeAsTexts.nothingAllowedHelp}
          </EmptyState>
        ) : found !== undefined && found.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={columnTexts.nothingFound}
            action={<Button onPress={onClear}>{columnTexts.clearSearch}</Button>}
          >
            {columnTexts.nothingFoundHelp(formatNumber(documents.length))}
          </EmptyState>
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
        ) : isTable && isPhone ? (
          <DocumentList
            label={dataTexts.documents}
            size={shown.size}
            documentAt={shown.documentAt}
            onShow={shown.show}
            columns={columns}
            look={look}
            openId={open?.slice(path.length + 1)}
            hrefOf={hrefOf}
            isGone={isGone}
            marks={marks}
            onOpen={(opened) => go(`${path}/${opened}`)}
            verdictOf={judged.verdictOf}
          />
        ) : (
          <DocumentGrid
            label={dataTexts.documents}
            size={shown.size}
            hasMore={shown.hasMore}
            documentAt={shown.documentAt}
            onShow={shown.show}
            columns={columns}
            isTable={isTable}
            look={look}
            openId={open?.slice(path.length + 1)}
            hrefOf={hrefOf}
            ordering={ordering}
            orderedBy={orderedBy}
            onSort={sort}
            onColumn={isTable ? changeColumn : undefined}
            isGone={isGone}
            selection={project.mayWrite ? selection : undefined}
            onDelete={project.mayWrite ? remove : undefined}
            onFollow={follow}
            onFilter={filter}
            editing={isTable && project.mayWrite ? editing : undefined}
            menuOf={menuOf}
            copied={copied}
            cursor={cursor}
            handle={table}
            onOpen={(opened) => go(`${path}/${opened}`)}
            verdictOf={judged.verdictOf}
          />
        )}
        <CellEditors firestore={firestore} edits={edits} undos={undos} table={table} shown={shown} seen={seen} />
        {pasting !== undefined && (
          <PasteQuestion
            plan={pasting}
            onConfirm={() => void write(pasting.cells)}
            onClose={() => setPasting(undefined)}
          />
        )}
        {!isAsked && isWhole && found === undefined && <MissingDocuments collection={path} open={open} />}
      </Column>
    </SeenRows>
  )
}

const noFields: readonly string[] = []

function showNothing(): void {
  // What was found is known as a whole.
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
