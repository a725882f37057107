import type { Firestore } from 'firebase/firestore'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { refineFields } from '../../../documents/values/refine.ts'
import { fieldsFromSdk, isAmbiguous } from '../../../documents/values/sdk-value.ts'
import {
  equals,
  isNumberType,
  noFields,
  type TypedValue,
  type ValueType,
} from '../../../documents/values/typed-value.ts'
import { ConflictNotice } from '../components/conflict-notice.tsx'
import { InexactNotice, LostNotice } from '../components/document-notices.tsx'
import { SaveProblem } from '../components/document-problems.tsx'
import { isOverCell, ValueEditor } from '../components/value-editor.tsx'
import { valueAt } from '../draft/changes.ts'
import { useDraft } from '../draft/use-draft.ts'
import { type OpenDocument, saveChanges, undoOf } from '../queries/save-changes.ts'
import { useKeepIfLeft } from '../use-keep-if-left.ts'
import { useOpenDocument } from '../use-open-document.ts'
import type { WayBack } from '../undo-steps.ts'
import type { CellEdit, CellEdits } from './cell-edits.ts'
import { CellPanel, type CellSight } from './cell-panel.tsx'
import type { Step } from './use-cell-keys.ts'

export interface CellEditorProps {
  readonly firestore: Firestore
  readonly edit: CellEdit
  readonly edits: CellEdits
  /** Another one is to be seen at the moment, or it is on its way. */
  readonly isVisible: boolean
  /** Where its document stands now; `gone` when the query finds it no more. */
  readonly row: number | 'gone' | undefined
  readonly findSight: () => CellSight
  /** What texts of the field are usual, where they are a few. */
  readonly texts: readonly string[]
  /** The focus goes back to the cell, or on from there. */
  readonly onLeave: (step: Step) => void
  /** It is saved, and there is a way back. */
  readonly onSaved: (undo: WayBack, isRemoval: boolean) => void
}

/**
 * One cell of the table while it is edited and until it is saved: a draft of its document with this one change. It saves itself as soon
 * as it is taken over; when somebody has to say what becomes of it, it opens again with what was typed. Opened again while it is on its
 * way, it takes what is typed then for the next save.
 */
export function CellEditor(props: CellEditorProps) {
  const { firestore, edit, edits, isVisible, row, findSight, texts, onLeave, onSaved } = props
  const { key, field, path, document: known } = edit
  const database = useDatabase()
  const document = useOpenDocument(database, firestore, known.ref.path, known)
  // What was there when it was opened, whatever others do to it meanwhile; with the exact types as soon as they are known.
  const [opened] = useState(() => fieldsFromSdk(known.data({ serverTimestamps: 'estimate' })))
  const fields = document.fields ?? opened
  const since = useRef({ fields: opened, isThere: true, step: 0 })
  if (document.isThere) since.current.fields = refineFields(opened, fields)
  const editing = useDraft(fields, document.isThere)
  const [taken, setTaken] = useState<{ readonly value: TypedValue | undefined; readonly turn: number }>()
  /** Whether the field goes, or went, without an editor. */
  const isRemoval = taken === undefined || edit.turn > taken.turn ? edit.isRemoval : taken.value === undefined
  const [problem, setProblem] = useState<unknown>()
  const isSending = useRef(false)
  const form = useRef<HTMLDivElement>(null)
  const [, setSaves] = useState(0)
  const keepIfLeft = useKeepIfLeft(database, known.ref.path)
  const was = valueAt(since.current.fields, path)
  const guess = valueAt(opened, path)
  const isOffline = document.live.status === 'offline'
  const isReady = guess === undefined || !isAmbiguous(guess) || document.isExact || isOffline
  const isNumber = isNumberType(guess?.kind)
  const isContested = editing.conflicts.length > 0 || editing.isDeletedMeanwhile
  const isTroubled = isContested || problem !== undefined
  useEffect(() => {
    // The server may refuse it for the same change a moment before or after it is seen here: choosing settles both.
    if (isContested) setProblem(undefined)
  }, [isContested, problem])

  const send = async (): Promise<void> => {
    isSending.current = true
    edits.setSent(key, true)
    const opened: OpenDocument = { database, firestore, path: known.ref.path, isThere: document.isThere }
    const sending = editing.send()
    try {
      const saving = await saveChanges(opened, sending.changes)
      sending.land()
      if (!saving.isSaved) toast(cellTexts.waiting(field, known.id))
      // What made the document anew has another way back, and what can't be asked about has none.
      else if (document.isThere) {
        await undoOf(opened, sending.changes).then(
          (undo) => onSaved(undo, taken?.value === undefined),
          () => undefined,
        )
      }
    } catch (thrown) {
      if (await keepIfLeft(sending.changes, opened.isThere, thrown)) return
      edits.setSent(key, false)
      sending.fail()
      setProblem(thrown)
    } finally {
      isSending.current = false
      // What was taken over meanwhile is next.
      setSaves((before) => before + 1)
    }
  }
  const take = (value: TypedValue | undefined): void => {
    setProblem(undefined)
    editing.set(path, value, { ...since.current })
    setTaken({ value, turn: edit.turn })
    edits.take(key, value)
  }
  /** What was asked at the cell is settled, and what it was settled with goes with its panel. */
  const leaveSettled = (): void => {
    if (edit.stage === 'refused' && (isFocusIn(form.current) || isFocusAt(findSight()))) onLeave(0)
  }
  useEffect(() => {
    if ((edit.isRemoval || edit.given !== undefined) && (taken === undefined || edit.turn > taken.turn)) {
      if (isReady) take(edit.given)
      else if (document.problem !== undefined && edit.stage === 'taken') edits.refuse(key, edit.given)
      return
    }
    if (taken === undefined || isSending.current) return
    if (editing.changes.length === 0) {
      if (editing.onTheWay.length > 0) return
      if (edit.stage === 'open') edits.setSent(key, false)
      else {
        edits.end(key)
        leaveSettled()
      }
    } else if (edit.stage === 'open') return
    else if (isTroubled) {
      if (edit.stage === 'taken') edits.refuse(key, taken.value)
    } else {
      if (edit.stage !== 'taken') edits.take(key, taken.value)
      leaveSettled()
      void send()
    }
  })

  const apply = (value: TypedValue, step: Step): void => {
    // Nothing was changed, and what was there may have been changed by others.
    if (taken === undefined && equals(value, was)) edits.end(key)
    else take(value)
    onLeave(step)
  }
  const giveUp = (step: Step): void => {
    if (edit.stage === 'open') edits.close(key)
    else edits.end(key)
    onLeave(step)
  }
  const lastSeen = useRef<DOMRect>(undefined)
  const [type, setType] = useState<ValueType>(was?.kind ?? edit.usualType)
  const isTyping = useRef(false)
  const setTyping = useCallback(
    (is: boolean) => {
      isTyping.current = is
      edits.setTyping(key, is)
    },
    [edits, key],
  )
  useEffect(() => {
    if (edit.stage !== 'open') return
    return edits.onTakeOver(() => {
      if (isTyping.current) form.current?.querySelector('form')?.requestSubmit()
      else edits.close(key)
    })
  }, [edits, edit.stage, key])

  if (!isVisible) return null
  const isMoved = row === 'gone' || (typeof row === 'number' && row !== edit.row)
  const isLost = document.live.status === 'denied' || document.live.status === 'failed'
  const isAsked = !isReady && document.problem !== undefined
  // Nothing is to be said beside the value.
  const isOver =
    edit.stage === 'open' && !isRemoval && !isTroubled && !isMoved && !isLost && !isAsked && isOverCell(type)
  const isCode = type === 'map' || type === 'array'
  return (
    <CellPanel
      key={`${edit.stage} ${edit.turn}`}
      label={isRemoval ? cellTexts.remove(field, known.id) : cellTexts.edit(field, known.id)}
      // The JSON of a map or an array says its own.
      help={isRemoval || isCode ? undefined : cellTexts.help}
      isOver={isOver}
      isWide={isCode}
      findSight={findSight}
      lastSeen={lastSeen}
      wantsFocus={edit.stage === 'open' || isFocusAt(findSight())}
      onPressElsewhere={() => {
        if (edit.stage === 'open' && !isTyping.current) edits.close(key)
      }}
    >
      <div ref={form} className={isOver ? 'contents' : 'grid gap-2'}>
        {!isOver && (
          <p className="flex min-w-0 gap-2 text-table">
            <bdi className="truncate font-mono text-code font-medium">{field}</bdi>
            <bdi className="min-w-0 truncate text-ink-3">{known.id}</bdi>
          </p>
        )}
        {row === 'gone' && !editing.isDeletedMeanwhile && (
          <Notice tone="attention" isAnnounced>
            {document.isThere ? cellTexts.left : cellTexts.deleted}
          </Notice>
        )}
        {typeof row === 'number' && row !== edit.row && (
          <Notice tone="information" isAnnounced>
            {cellTexts.moved(row + 1)}
          </Notice>
        )}
        {(document.live.status === 'denied' || document.live.status === 'failed') && (
          <LostNotice error={document.live.error} onRetry={document.live.retry} />
        )}
        {!isReady && document.problem !== undefined && (
          <InexactNotice problem={document.problem} onRetry={document.retry} />
        )}
        <ConflictNotice editing={editing} path={known.ref.path} saved={document.isThere ? fields : noFields} />
        {problem !== undefined && !isContested && <SaveProblem problem={problem} />}
        {isRemoval ? (
          <div className="flex justify-end gap-2">
            <Button size="small" onPress={() => giveUp(0)}>
              {dataTexts.letItGo}
            </Button>
            {problem !== undefined && (
              <Button size="small" variant="primary" onPress={() => take(undefined)}>
                {uiTexts.tryAgain}
              </Button>
            )}
          </div>
        ) : isReady || isNumber ? (
          <ValueEditor
            label={cellTexts.edit(field, known.id)}
            value={taken === undefined ? was : taken.value}
            newType={edit.usualType}
            inCell={{
              typed: edit.stage === 'open' ? edit.typed : undefined,
              isReady,
              autoFocus: edit.stage === 'open',
              isOver,
              texts,
            }}
            onType={setType}
            isElement={false}
            mayOperate
            onApply={(value, _, step) => apply(value, step)}
            onCancel={giveUp}
            onTyping={setTyping}
          />
        ) : (
          <Skeleton rows={2} />
        )}
      </div>
    </CellPanel>
  )
}

/** Whoever went elsewhere meanwhile stays there. */
function isFocusAt({ cell }: CellSight): boolean {
  return document.activeElement === document.body || document.activeElement === cell
}

function isFocusIn(element: HTMLElement | null): boolean {
  return element?.contains(document.activeElement) === true
}
