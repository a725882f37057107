import type { Firestore } from 'firebase/firestore'
import { FileQuestion, ListTree, Undo2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { accessTexts } from '../../../texts/en/data-access.ts'
import { historyTexts } from '../../../texts/en/data-history.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StaleNote } from '../../../ui/offline-banner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Editing, useDraft } from '../draft/use-draft.ts'
import { takeOverEditors } from '../editors/take-over-editors.ts'
import { HistoryTab } from '../history/history-tab.tsx'
import { JudgedPanel } from '../see-as/judged-panel.tsx'
import { mayWait } from '../queries/save-changes.ts'
import { tabs } from '../data-search.ts'
import { useDataSearch } from '../use-data-search.ts'
import type { Neighbours } from '../use-neighbours.ts'
import { useNews } from '../use-news.ts'
import { undoKind } from '../undo-steps.ts'
import { useOpenDocument, type LiveDocument } from '../use-open-document.ts'
import { useSaveDocument, type DocumentSaving } from '../use-save-document.ts'
import { noFields, type TypedFields } from '../../../documents/values/typed-value.ts'
import { Column } from './column.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { DocumentSteps, type PressedStep } from './document-steps.tsx'
import { FieldTree } from './field-tree.tsx'
import { BrokenTextNotice, InexactNotice, LostNotice } from './document-notices.tsx'
import { JsonEditor } from './json-editor.tsx'
import { LeaveDocumentDialog } from './leave-document-dialog.tsx'
import { LiveProblem, SaveProblem } from './document-problems.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ConflictNotice } from './conflict-notice.tsx'

// The rules and what evaluates them come when somebody asks.
const AccessTab = lazy(async () => await import('../access/access-tab.tsx'))

/** One document, live: its fields as a tree or as the editor's JSON, edited here and saved together. */
export function DocumentPanel({
  firestore,
  path,
  hasHeading,
  beside,
  pressed,
  onSettled,
}: {
  readonly firestore: Firestore
  readonly path: string
  /** Its id is its heading; the page has another one. */
  readonly hasHeading: boolean
  /** undefined while its list has not found it. */
  readonly beside: Neighbours | undefined
  readonly pressed: PressedStep
  /** Told once the document is read, or can't be. */
  readonly onSettled: () => void
}) {
  const database = useDatabase()
  const document = useOpenDocument(database, firestore, path)
  useNews(document.live.status === 'loading' ? undefined : path, onSettled)
  const isAway = document.live.status === 'offline'
  const pending = isAway ? dataTexts.waiting : dataTexts.pending
  const title = document.isPending ? `${dataTexts.document} · ${pending}` : dataTexts.document
  const heading = hasHeading && {
    heading: path.slice(path.lastIndexOf('/') + 1),
    ...(document.isPending && { state: pending }),
  }
  return document.fields === undefined ? (
    <Column
      title={title}
      backTo={path}
      {...heading}
      actions={<DocumentSteps path={path} beside={beside} pressed={pressed} />}
    >
      <LiveProblem live={document.live} title={dataTexts.failedDocument} />
    </Column>
  ) : (
    <OpenedDocument
      firestore={firestore}
      path={path}
      title={title}
      heading={heading}
      beside={beside}
      pressed={pressed}
      document={document}
      fields={document.fields}
    />
  )
}

function OpenedDocument({
  firestore,
  path,
  title,
  heading,
  beside,
  pressed,
  document,
  fields,
}: {
  readonly firestore: Firestore
  readonly path: string
  readonly title: string
  readonly heading: { readonly heading: string; readonly state?: string } | false
  readonly beside: Neighbours | undefined
  readonly pressed: PressedStep
  readonly document: LiveDocument
  readonly fields: TypedFields
}) {
  const database = useDatabase()
  const { search, change } = useDataSearch()
  const editing = useDraft(fields, document.isThere)
  // Nothing on the screen says so: the first key of an editor needn't render the document anew.
  const isTyping = useRef(false)
  const setTyping = useCallback((is: boolean) => {
    isTyping.current = is
  }, [])
  const tree = useRef<HTMLDivElement>(null)
  const isOffline = document.live.status === 'offline'
  // Offline only the server's word on integers and doubles is missing: a field that nobody edits keeps its type whatever is guessed of it.
  const mayWrite = database.project.mayWrite && (document.isExact || isOffline)
  const saving = useSaveDocument({ database, firestore, path }, editing, document.expect)
  const onTheWay = saving.isSaving ? editing.onTheWay.length : 0
  const hasChanges = editing.changes.length + onTheWay > 0
  /** What is typed is saved with the rest, or shows what is wrong with it. */
  const takeOver = useCallback(() => !isTyping.current || tree.current === null || takeOverEditors(tree.current), [])
  const saveByKey = (event: globalThis.KeyboardEvent): void => {
    const isSave = event.key === 's' && (event.ctrlKey || event.metaKey)
    const isElsewhere = event.target instanceof Element && event.target.closest('[role$=dialog]') !== null
    if (!isSave || event.defaultPrevented || isElsewhere) return
    event.preventDefault()
    if (takeOver()) void saving.save()
  }
  const panel = useRef<HTMLDivElement>(null)
  const undoByKey = (event: globalThis.KeyboardEvent): void => {
    const kind = undoKind(event)
    const { target } = event
    const isHere = target === window.document.body || (target instanceof Element && panel.current?.contains(target))
    if (kind === undefined || event.defaultPrevented || isHere !== true || isInText(target)) return
    // The way back is known exactly, whatever the server is being asked about the types of numbers.
    if (!database.project.mayWrite) return
    event.preventDefault()
    if (kind === 'undo' && editing.canUndo) editing.undo()
    else if (editing.changes.length === 0) saving[kind]()
  }
  // Of the whole page: the control that had the focus may be gone with the value that was taken over.
  useEffect(() => {
    window.addEventListener('keydown', saveByKey)
    window.addEventListener('keydown', undoByKey)
    return () => {
      window.removeEventListener('keydown', saveByKey)
      window.removeEventListener('keydown', undoByKey)
    }
  })
  const isMissing = !document.isThere && !hasChanges
  const missing = isMissing && (
    <EmptyState icon={<FileQuestion />} title={dataTexts.missingDocument}>
      {dataTexts.missingDocumentHelp}
    </EmptyState>
  )
  const bare = !isMissing && editing.shown.size === 0 && (
    <EmptyState icon={<ListTree />} title={dataTexts.noFields}>
      {dataTexts.noFieldsHelp}
    </EmptyState>
  )
  return (
    <div ref={panel} className="contents">
      <Column
        title={title}
        {...heading}
        backTo={path}
        actions={
          <>
            <DocumentSteps path={path} beside={beside} pressed={pressed} />
            <DocumentMenu
              firestore={firestore}
              path={path}
              fields={document.isThere && document.isExact ? fields : undefined}
              onDelete={editing.discard}
              onProblem={saving.setProblem}
            />
          </>
        }
        footer={<SaveBar editing={editing} path={path} saved={document.isThere ? fields : noFields} saving={saving} />}
      >
        <div className="@container grid [&_[role=tablist]]:sticky [&_[role=tablist]]:top-0 [&_[role=tablist]]:z-10 [&_[role=tablist]]:bg-ground-1">
          <div className="empty:hidden grid gap-2 p-3 pb-0">
            {!document.isExact && !isOffline && document.problem !== undefined && (
              <InexactNotice problem={document.problem} onRetry={document.retry} />
            )}
            {(document.live.status === 'denied' || document.live.status === 'failed') && (
              <LostNotice error={document.live.error} onRetry={document.live.retry} />
            )}
            {document.live.status === 'offline' && (
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
                <StaleNote since={document.live.since} />
                {offlineNote(document, editing)}
              </div>
            )}
          </div>
          <Tabs
            label={dataTexts.views}
            selected={search.tab ?? 'fields'}
            onSelect={(tab) =>
              change({
                tab: tabs.find((one) => one === tab),
                version: undefined,
                // Whom the screen is seen as stays; the access tab's own question ends with it.
                ...(search.see === undefined && { as: undefined, claims: undefined }),
              })
            }
            tabs={[
              {
                id: 'fields',
                label: dataTexts.fields,
                content: (
                  <div ref={tree}>
                    {missing}
                    {bare}
                    {editing.textProblem !== undefined && (
                      <BrokenTextNotice editing={editing} onShow={() => change({ tab: 'json' })} />
                    )}
                    <JudgedPanel path={path} fields={document.isThere ? fields : undefined}>
                      {(judged) => (
                        <FieldTree
                          document={path}
                          editing={editing}
                          mayEdit={mayWrite && editing.textProblem === undefined}
                          judged={judged}
                          save={() => void saving.save()}
                          onTyping={setTyping}
                        />
                      )}
                    </JudgedPanel>
                  </div>
                ),
              },
              {
                id: 'json',
                label: dataTexts.json,
                content: (
                  <>
                    {missing}
                    <JsonEditor editing={editing} mayEdit={mayWrite} />
                  </>
                ),
              },
              {
                id: 'history',
                label: historyTexts.tab,
                content: (
                  <HistoryTab path={path} saved={fields} hasDraft={hasChanges || editing.textProblem !== undefined} />
                ),
              },
              {
                id: 'access',
                label: accessTexts.tab,
                content: (
                  <Suspense fallback={<Skeleton rows={4} />}>
                    <AccessTab path={path} fields={document.isThere ? fields : undefined} />
                  </Suspense>
                ),
              },
            ]}
          />
        </div>
      </Column>
      <LeaveDocumentDialog
        changes={editing.changes.length + (editing.textProblem !== undefined ? 1 : 0)}
        onTheWay={onTheWay}
        isTyping={() => isTyping.current}
        takeOver={takeOver}
        save={mayWrite && !saving.isBlocked ? saving.save : undefined}
      />
    </div>
  )
}

/** Where undoing is the browser's, or would leave what is typed aside. */
function isInText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('form, input, textarea, [contenteditable]') !== null
}

/** What becomes of changes while the server can't be reached. */
function offlineNote({ isThere, isExact }: LiveDocument, { changes }: Editing): string {
  if (!mayWait({ isThere }, changes)) return dataTexts.offlineNeedsServer
  return isExact ? dataTexts.offlineNote : dataTexts.offlineGuessed
}

/** What is not saved yet, and what can be done with it. Not there while there is nothing. */
function SaveBar({
  editing,
  path,
  saved,
  saving: { isSaving, isBlocked, problem, save, setProblem },
}: {
  readonly editing: Editing
  /** Of the document. */
  readonly path: string
  /** What the server holds. */
  readonly saved: TypedFields
  readonly saving: DocumentSaving
}) {
  const count = editing.changes.length
  if (count === 0 && !isSaving && problem === undefined) return null
  const left = count === 0 ? '' : dataTexts.notSaved(count)
  return (
    <div className="grid max-h-[40dvh] gap-2 overflow-auto border-t border-line bg-ground-1 px-3 py-2">
      <ConflictNotice editing={editing} path={path} saved={saved} />
      {problem !== undefined && <SaveProblem problem={problem} />}
      {(count > 0 || isSaving) && (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="min-w-0 flex-1 text-table text-ink-2">
            {isSaving ? [dataTexts.saving, left].filter((text) => text !== '').join(' · ') : left}
          </span>
          <IconButton label={dataTexts.undoChange} isDisabled={!editing.canUndo} onPress={editing.undo}>
            <Undo2 />
          </IconButton>
          <Button
            isDisabled={count === 0}
            onPress={() => {
              setProblem(undefined)
              editing.discard()
            }}
          >
            {dataTexts.discard}
          </Button>
          <Button variant="primary" isPending={isSaving} isDisabled={isBlocked} onPress={() => void save()}>
            {dataTexts.save}
          </Button>
        </div>
      )}
    </div>
  )
}
