import { useEffect, useMemo, useRef, useState } from 'react'
import { isWorkedOut } from '../../../documents/values/is-worked-out.ts'
import { formatDocument, parseDocument, type TextProblem } from '../../../documents/values/document-json.ts'
import {
  equalFields,
  equals,
  noFields,
  type TypedFields,
  type TypedValue,
} from '../../../documents/values/typed-value.ts'
import { type Change, changesLeft, conflictsWith, type ValuePath, valueAt, withChanges } from './changes.ts'
import { cleanDraft, type Draft, edit, keepMine, rename, rewrite, takeTheirs, undo } from './draft.ts'
import {
  baseOf,
  broughtUp,
  fail,
  hear,
  land,
  lastStep,
  nothingSent,
  send,
  unheard,
  withWorkedOut,
} from './sent-changes.ts'

/** What the server held at some moment, with what was on its way there. */
export interface Version {
  readonly fields: TypedFields
  readonly isThere: boolean
  /** How far sending had come. */
  readonly step: number
}

/** Changes that were handed over to be saved. */
export interface Sending {
  readonly changes: readonly Change[]
  /** The server has them, or they wait for it. */
  readonly land: () => void
  /** They are unsaved again, together with what was edited since. */
  readonly fail: () => void
}

export interface Editing {
  /** What is edited now; an editor that stays open for a while remembers it. */
  readonly version: Version
  /** The fields as they would be saved. */
  readonly shown: TypedFields
  /** Neither saved nor on their way. */
  readonly changes: readonly Change[]
  /** Sent, and not seen in the document yet. */
  readonly onTheWay: readonly Change[]
  /** Changes whose field somebody else changed since. */
  readonly conflicts: readonly Change[]
  /** The document was there when it was edited, and isn't any more. */
  readonly isDeletedMeanwhile: boolean
  /** Whether somebody else changed a field since a version that an open editor began with. */
  readonly isOvertaken: (path: ValuePath, since: Version) => boolean
  readonly canUndo: boolean
  /** Sets a value at a place, seen as of `since`; undefined takes it away. */
  readonly set: (path: ValuePath, value: TypedValue | undefined, since?: Version) => void
  /** Gives the field at a place another name and value, seen as of `since`. */
  readonly rename: (path: ValuePath, name: string, value: TypedValue, since: Version) => void
  /** The whole document as the editor's JSON: as it was written, as long as it says the same. */
  readonly text: string
  /** Why the text is no document at the moment: it can't be saved, and nothing else can be edited. */
  readonly textProblem: TextProblem | undefined
  /** What is written becomes changes at once, as long as it is a document; what others changed elsewhere since stays. */
  readonly write: (text: string) => void
  readonly discardText: () => void
  readonly undo: () => void
  readonly keepMine: (path: readonly string[]) => void
  readonly takeTheirs: (path: readonly string[]) => void
  /** The deleted document is to come about again, with the changes. */
  readonly keepDeleted: () => void
  readonly discard: () => void
  /** Hands all changes over; what is edited from now on is another save's. */
  readonly send: () => Sending
}

interface Written {
  readonly text: string
  /** undefined while the text is no document. */
  readonly fields: TypedFields | undefined
  /** What was there when writing began. */
  readonly since: Version
  readonly problem: TextProblem | undefined
}

/** So long the document may take to tell of what the server has; of what the server works out one can't see whether it changed anything. */
const heardMs = 10_000
const workedOutMs = 1000

/** The changes of one open document that are not saved yet, over what the server holds. */
export function useDraft(saved: TypedFields, isThere: boolean): Editing {
  const [state, setState] = useState(nothingSent)
  const [wasThere, setWasThere] = useState(isThere)
  const [known, setKnown] = useState(saved)
  const [written, setWritten] = useState<Written>()
  const lastId = useRef(0)
  const latest = useRef(saved)
  latest.current = saved
  const { draft } = state
  const waiting = useMemo(() => unheard(state.sent, saved), [state.sent, saved])
  const isComing = !isThere && waiting.length > 0
  const isDeletedMeanwhile = draft.changes.length > 0 && wasThere && !isThere && !isComing
  const base = useMemo(
    () => (isDeletedMeanwhile ? known : baseOf(state, saved)),
    [isDeletedMeanwhile, known, state, saved],
  )
  const changes = useMemo(() => changesLeft(base, draft.changes), [base, draft.changes])
  const shown = useMemo(() => withChanges(base, changes), [base, changes])

  if (isThere && known !== saved) setKnown(saved)
  if (isThere && !wasThere) setWasThere(true)
  const heard = hear(state, saved)
  const isClean = changes.length === 0
  if (heard !== state || (isClean && draft !== cleanDraft)) {
    setState({ ...heard, draft: isClean ? cleanDraft : withoutWork(draft, base) })
  }
  const textProblem = written?.problem
  const isTextOld = useMemo(
    () => isClean && written?.fields !== undefined && !equalFields(written.fields, shown),
    [isClean, written, shown],
  )
  if (isTextOld) setWritten(undefined)

  const landed = waiting.filter(({ isLanded }) => isLanded)
  const lastLanded = landed.at(-1)?.id
  const hasWork = landed.some((one) => one.changes.some(({ value }) => value !== undefined && isWorkedOut(value)))
  useEffect(() => {
    if (lastLanded === undefined) return
    const hearAll = (): void => setState((before) => hear(before, latest.current, true))
    const timer = setTimeout(hearAll, hasWork ? workedOutMs : heardMs)
    return () => clearTimeout(timer)
  }, [lastLanded, hasWork])

  const version = useMemo(
    () => ({ fields: base, isThere: isThere || isComing, step: lastStep(state) }),
    [base, isThere, isComing, state],
  )
  const change = (to: (before: Draft) => Draft, since = version): void => {
    if (isClean) setWasThere(since.isThere)
    setWritten(undefined)
    setState((before) => ({ ...before, draft: withoutWork(to(before.draft), base) }))
  }
  const upToDate = ({ fields, step }: Version): TypedFields => broughtUp(fields, state, step)
  return {
    shown,
    changes,
    onTheWay: useMemo(() => waiting.flatMap((one) => one.changes), [waiting]),
    conflicts: useMemo(
      () => (isDeletedMeanwhile ? [] : conflictsWith(base, changes)),
      [isDeletedMeanwhile, base, changes],
    ),
    isDeletedMeanwhile,
    isOvertaken: (path, since) => !equals(valueAt(upToDate(since), path), valueAt(base, path)),
    canUndo: draft.past.length > 0,
    version,
    set: (path, value, since) =>
      change((before) => edit(before, since === undefined ? base : upToDate(since), path, value), since),
    rename: (path, name, value, since) => change((before) => rename(before, upToDate(since), path, name, value), since),
    text: useMemo(() => written?.text ?? formatDocument(shown), [written, shown]),
    textProblem,
    write: (text) => {
      const since = (isClean && textProblem === undefined ? undefined : written?.since) ?? version
      const parsed = parseDocument(text)
      const fields = 'value' in parsed ? parsed.value : undefined
      if (fields !== undefined) change((before) => rewrite(before, upToDate(since), fields))
      setWritten({ text, fields, since, problem: 'problem' in parsed ? parsed : undefined })
    },
    discardText: () => setWritten(undefined),
    undo: () => change(undo),
    keepMine: (path) => change((before) => keepMine(before, base, path)),
    takeTheirs: (path) => change((before) => takeTheirs(before, path)),
    keepDeleted: () => {
      change(() => rewrite(cleanDraft, noFields, shown))
      setWasThere(false)
    },
    discard: () => change(() => cleanDraft),
    send: () => {
      lastId.current += 1
      const id = lastId.current
      setState((before) => send(before, saved, id))
      return {
        changes,
        land: () => setState((before) => land(before, id)),
        fail: () => setState((before) => fail(before, latest.current, id)),
      }
    },
  }
}

function withoutWork(draft: Draft, base: TypedFields): Draft {
  return { ...draft, changes: withWorkedOut(draft.changes, base) }
}
