import { useEffect, useRef, useState } from 'react'
import { dataTexts } from '../../texts/en/data.ts'
import { toast } from '../../ui/toast.ts'
import type { Editing } from './draft/use-draft.ts'
import { useKeepIfLeft } from './use-keep-if-left.ts'
import { type OpenDocument, saveChanges } from './queries/save-changes.ts'
import { undoOf } from './queries/undo-save.ts'

export interface DocumentSaving {
  readonly isSaving: boolean
  /** Something has to be settled first, such as a conflict or a text that is no document. */
  readonly isBlocked: boolean
  /** Why the last try came to nothing. */
  readonly problem: unknown
  readonly setProblem: (problem: unknown) => void
  /** Saves what is edited as of the next painting, after a save that is under way. */
  readonly save: () => void
}

/** Saves the draft of an open document, and offers the way back. */
export function useSaveDocument(document: Omit<OpenDocument, 'isThere'>, editing: Editing): DocumentSaving {
  const [isWanted, setWanted] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const keepIfLeft = useKeepIfLeft(document.database, document.path)
  const isBlocked =
    !document.database.project.mayWrite ||
    editing.conflicts.length > 0 ||
    editing.isDeletedMeanwhile ||
    editing.textProblem !== undefined

  const save = async (): Promise<void> => {
    if (editing.changes.length === 0 || isBlocked) return
    setProblem(undefined)
    setSaving(true)
    const opened = { ...document, isThere: editing.version.isThere }
    const sending = editing.send()
    try {
      const { isSaved } = await saveChanges(opened, sending.changes, setProblem)
      sending.land()
      // What waits on this machine, and what made the document, has other ways back.
      if (isSaved && opened.isThere) void offerUndo(opened, sending.changes)
    } catch (thrown) {
      if (await keepIfLeft(sending.changes, opened.isThere)) return
      sending.fail()
      setProblem(thrown)
    } finally {
      setSaving(false)
    }
  }
  const offerUndo = async (opened: OpenDocument, changes: Editing['changes']): Promise<void> => {
    const text = dataTexts.saved(changes.length)
    try {
      const undo = await undoOf(opened, changes)
      toast(text, { label: dataTexts.undo, topic: 'document', run: () => void undo().catch(setProblem) })
    } catch {
      // It is saved; the history has the way back.
      toast(text)
    }
  }
  // As of the last render, so that it has what was taken over on the way.
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!isWanted || isSaving) return
    setWanted(false)
    void latest.current()
  }, [isWanted, isSaving])
  return { isSaving, isBlocked, problem, setProblem, save: () => setWanted(true) }
}
