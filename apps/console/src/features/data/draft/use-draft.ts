import { useEffect, useMemo, useState } from 'react'
import { formatDocument, parseDocument, type TextProblem } from '../../../documents/values/document-json.ts'
import { noFields, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { type Change, changesLeft, conflictsWith, type ValuePath, withChanges } from './changes.ts'
import { cleanDraft, type Draft, edit, keepMine, rename, rewrite, takeTheirs, undo } from './draft.ts'

/** What the server held at some moment. */
export interface Version {
  readonly fields: TypedFields
  readonly isThere: boolean
}

export interface Editing {
  /** What is edited now; an editor that stays open for a while remembers it. */
  readonly version: Version
  /** The fields as they would be saved. */
  readonly shown: TypedFields
  readonly changes: readonly Change[]
  /** Changes whose field somebody else changed since. */
  readonly conflicts: readonly Change[]
  /** The document was there when it was edited, and isn't any more. */
  readonly isDeletedMeanwhile: boolean
  readonly canUndo: boolean
  /** Sets a value at a place, seen as of `since`; undefined takes it away. */
  readonly set: (path: ValuePath, value: TypedValue | undefined, since?: Version) => void
  /** Gives the field at a place another name and value, seen as of `since`. */
  readonly rename: (path: ValuePath, name: string, value: TypedValue, since: Version) => void
  /** The whole document as the editor's JSON: as it was written, as long as nothing else changes it. */
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
  /** The server has the changes: they go as soon as the document says so. */
  readonly settle: () => void
}

interface Written {
  readonly text: string
  /** The fields the server held when writing began. */
  readonly from: TypedFields
  readonly problem: TextProblem | undefined
}

/** Longer than the way from a write to what listens to it. */
const settleMs = 1000

/** The changes of one open document that are not saved yet, over what the server holds. */
export function useDraft(saved: TypedFields, isThere: boolean): Editing {
  const [draft, setDraft] = useState<Draft>(cleanDraft)
  const [wasThere, setWasThere] = useState(isThere)
  const [known, setKnown] = useState(saved)
  const [written, setWritten] = useState<Written>()
  const [settlingFrom, setSettlingFrom] = useState<TypedFields>()
  const isDeletedMeanwhile = draft.changes.length > 0 && wasThere && !isThere
  const base = isDeletedMeanwhile ? known : saved
  const changes = useMemo(() => changesLeft(base, draft.changes), [base, draft.changes])
  const isSettled = settlingFrom !== undefined && settlingFrom !== saved

  if (isThere && known !== saved) setKnown(saved)
  if (draft !== cleanDraft && (changes.length === 0 || isSettled)) setDraft(cleanDraft)
  if (isSettled) setSettlingFrom(undefined)

  const textProblem = written?.problem
  const isTextOld = changes.length === 0 && textProblem === undefined && written?.from !== saved
  if (written !== undefined && (isSettled || isTextOld)) setWritten(undefined)

  useEffect(() => {
    if (settlingFrom === undefined) return
    const timer = setTimeout(() => {
      setDraft(cleanDraft)
      setWritten(undefined)
      setSettlingFrom(undefined)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [settlingFrom])

  const change = (to: (before: Draft) => Draft, since?: Version): void => {
    if (changes.length === 0) setWasThere(since?.isThere ?? isThere)
    setWritten(undefined)
    setDraft(to)
  }
  const shown = useMemo(() => withChanges(base, changes), [base, changes])
  return {
    shown,
    changes,
    conflicts: useMemo(
      () => (isDeletedMeanwhile ? [] : conflictsWith(saved, changes)),
      [isDeletedMeanwhile, saved, changes],
    ),
    isDeletedMeanwhile,
    canUndo: draft.past.length > 0,
    version: useMemo(() => ({ fields: base, isThere }), [base, isThere]),
    set: (path, value, since) => change((before) => edit(before, since?.fields ?? base, path, value), since),
    rename: (path, name, value, since) => change((before) => rename(before, since.fields, path, name, value), since),
    text: useMemo(() => written?.text ?? formatDocument(shown), [written, shown]),
    textProblem,
    write: (text) => {
      const from = written?.from ?? base
      const parsed = parseDocument(text)
      if ('value' in parsed) change((before) => rewrite(before, from, parsed.value))
      setWritten({ text, from, problem: 'problem' in parsed ? parsed : undefined })
    },
    discardText: () => setWritten(undefined),
    undo: () => change(undo),
    keepMine: (path) => change((before) => keepMine(before, saved, path)),
    takeTheirs: (path) => change((before) => takeTheirs(before, path)),
    keepDeleted: () => {
      change(() => rewrite(cleanDraft, noFields, shown))
      setWasThere(false)
    },
    discard: () => change(() => cleanDraft),
    settle: () => setSettlingFrom(saved),
  }
}
