import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { dataTexts } from '../../texts/en/data.ts'
import { toast } from '../../ui/toast.ts'
import { withChanges } from './draft/changes.ts'
import type { Editing } from './draft/use-draft.ts'
import { useKeepIfLeft } from './use-keep-if-left.ts'
import { type OpenDocument, saveChanges, undoOf } from './queries/save-changes.ts'
import { UndoSteps } from './undo-steps.ts'
import type { LiveDocument } from './use-open-document.ts'

export interface DocumentSaving {
  readonly isSaving: boolean
  /** Something has to be settled first, such as a conflict or a text that is no document. */
  readonly isBlocked: boolean
  /** Why the last try came to nothing. */
  readonly problem: unknown
  readonly setProblem: (problem: unknown) => void
  /**
   * Saves what is edited as of the next painting, after a save that is under way. Answers whether the server has all of it, or it waits
   * for the server.
   */
  readonly save: () => Promise<boolean>
  /** Takes the last save back, also one that is still under way; nothing where there is no way back. */
  readonly undo: () => void
  /** Makes again what was taken back last. */
  readonly redo: () => void
}

/** Saves the draft of an open document, and keeps the ways back for as long as it is open. */
export function useSaveDocument(
  document: Omit<OpenDocument, 'isThere'>,
  editing: Editing,
  expect: LiveDocument['expect'],
): DocumentSaving {
  const [isWanted, setWanted] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [undos] = useState(
    () => new UndoSteps((_, kind) => toast(kind === 'undo' ? dataTexts.saveUndone : dataTexts.saveRedone)),
  )
  const { problem: notUndone } = useSyncExternalStore(undos.subscribe, undos.getSnapshot)
  /** Whether the save that is under way came to something, as soon as its way back is known. */
  const underWay = useRef<Promise<boolean>>(undefined)
  const waiting = useRef<((isDone: boolean) => void)[]>([])
  const keepIfLeft = useKeepIfLeft(document.database, document.path)
  const isBlocked =
    !document.database.project.mayWrite ||
    editing.conflicts.length > 0 ||
    editing.isDeletedMeanwhile ||
    editing.textProblem !== undefined

  const save = async (): Promise<boolean> => {
    if (isBlocked) return false
    if (editing.changes.length === 0) return true
    setProblem(undefined)
    setSaving(true)
    const opened = { ...document, isThere: editing.version.isThere }
    const sending = editing.send()
    expect(withChanges(editing.version.fields, sending.changes))
    try {
      const { isSaved } = await saveChanges(opened, sending.changes)
      sending.land()
      setSaving(false)
      // What waits, and what made the document, has other ways back.
      if (isSaved && opened.isThere) await offerUndo(opened, sending.changes)
      else undos.forget()
      return true
    } catch (thrown) {
      if (await keepIfLeft(sending.changes, opened.isThere, thrown)) return false
      sending.fail()
      expect(undefined)
      setProblem(thrown)
      setSaving(false)
      return false
    }
  }
  const offerUndo = async (opened: OpenDocument, changes: Editing['changes']): Promise<void> => {
    const text = dataTexts.saved(changes.length)
    try {
      const back = await undoOf(opened, changes)
      // What is undone is not offered to be undone beside the note that it is.
      const undo = undos.push(async () => {
        const redo = await back()
        close()
        return redo
      })
      const close = toast(text, { label: dataTexts.undo, topic: 'document', run: () => void undo() })
    } catch {
      // It is saved; the history has the way back.
      undos.forget()
      toast(text)
    }
  }
  const begin = async (): Promise<void> => {
    const told = waiting.current.splice(0)
    const begun = save()
    underWay.current = begun
    const isDone = await begun
    if (underWay.current === begun) underWay.current = undefined
    for (const tell of told) tell(isDone)
  }
  // As of the last render, so that it has what was taken over on the way.
  const latest = useRef(begin)
  latest.current = begin
  useEffect(() => {
    if (!isWanted || isSaving) return
    setWanted(false)
    void latest.current()
  }, [isWanted, isSaving])
  return {
    isSaving,
    isBlocked,
    problem: problem ?? notUndone,
    setProblem,
    save: async () => {
      setWanted(true)
      return await new Promise((resolve) => waiting.current.push(resolve))
    },
    undo: () => {
      if (underWay.current === undefined) undos.undo()
      else void underWay.current.then((isDone) => isDone && undos.undo())
    },
    redo: () => undos.redo(),
  }
}
