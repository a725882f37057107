import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Choice } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { folderOfAddress, joinPath, placeOf, problemOfPath } from '../../../shared/files/file-path.ts'
import { freeName } from '../name-clashes.ts'
import { isTaken } from '../queries/taken-among.ts'
import { moveFile } from '../queries/move-file.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'

type TakenAnswer = 'keep-both' | 'replace'

export interface MoveFileDialogProps {
  readonly path: string
  /** The path that the file has now. */
  readonly onMoved: (to: string) => void
  readonly onGone: () => void
  readonly onClose: () => void
}

/** Asks for the new name of a file and for its folder; where one is there already, for what becomes of it. */
export function MoveFileDialog({ path, onMoved, onGone, onClose }: MoveFileDialogProps) {
  const project = useProject()
  const [taken, setTaken] = useState<string>()
  const [answer, setAnswer] = useState<TakenAnswer>('keep-both')
  const form: Form<{ folder: string; name: string }> = useForm({
    initial: { ...placeOf(path) },
    validators: {
      name: (name, { folder }) => {
        if (joinPath(folderOfAddress(folder), name) === path) return filesTexts.samePath
        if (name.includes('/')) return filesTexts.slashInName
        const problem = problemOfPath(joinPath(folderOfAddress(folder), name))
        return problem === undefined ? undefined : filesTexts.nameProblems[problem]
      },
    },
    submit: async ({ folder, name }) => {
      const typed = joinPath(folderOfAddress(folder), name)
      const isAnswered = typed === taken
      const to = isAnswered && answer === 'keep-both' ? await freePath(typed) : typed
      const outcome = await moveFile(project, { from: path, to, replaces: isAnswered && answer === 'replace' })
      if (outcome === 'moved') onMoved(to)
      else if (outcome === 'gone') onGone()
      else setTaken(typed)
    },
  })
  const freePath = async (wanted: string): Promise<string> => {
    const { folder, name } = placeOf(wanted)
    return joinPath(folder, await freeName(name, (candidate) => isTaken(project, joinPath(folder, candidate))))
  }
  return (
    <FormDialog
      title={filesTexts.moveTitle(visibleDirections(placeOf(path).name))}
      form={form}
      submit={filesTexts.moveButton}
      onClose={onClose}
      width="medium"
    >
      <TextField
        {...form.field('name')}
        label={filesTexts.newName}
        description={filesTexts.newNameHelp}
        autoComplete="off"
        isMonospaced
        autoFocus
      />
      <TextField
        {...form.field('folder')}
        label={filesTexts.newFolderOfFile}
        description={filesTexts.newFolderOfFileHelp}
        autoComplete="off"
        isMonospaced
      />
      {taken !== undefined && taken === joinPath(folderOfAddress(form.values.folder), form.values.name) && (
        <div className="grid gap-3">
          <Notice tone="attention" isAnnounced>
            {filesTexts.pathTaken}
          </Notice>
          <Choice
            label={placeOf(taken).name}
            options={(['keep-both', 'replace'] as const).map((id) => ({ id, label: filesTexts.clashAnswers[id] }))}
            value={answer}
            onChange={setAnswer}
          />
        </div>
      )}
    </FormDialog>
  )
}
