import { Copy, FolderInput, Trash2 } from 'lucide-react'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import { joinPath, folderOfAddress, problemOfPath } from '../../../shared/files/file-path.ts'
import { type ManyFiles, manyFilesMax, useManyFiles } from '../use-many-files.ts'
import { NameClashDialog } from './name-clash-dialog.tsx'
import { TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Reaction } from '../../../backend/errors/reaction.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { isInItself } from '../move-plan.ts'

export interface SelectedFilesProps {
  readonly folder: string
  /** Names in the folder; those of folders end with a slash. */
  readonly selection: Selection
}

/** What is done with several files and folders at once. */
export function SelectedFiles({ folder, selection }: SelectedFilesProps) {
  const project = useProject()
  const { isCopied, copy } = useCopy()
  const many = useManyFiles(folder, selection)
  const chosen = [...selection.keys]
  const pathOf = (name: string): string => joinPath(folder, name.replace(/\/$/, ''))
  const folders = chosen.filter((name) => name.endsWith('/')).map(pathOf)
  return (
    <section
      aria-label={filesTexts.selected(chosen.length)}
      className="mx-4 mb-3 grid gap-2 rounded-large border border-line bg-ground-1 px-4 py-2 tablet:mx-5"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-table">
        <span role="status" className="font-medium tabular-nums">
          {filesTexts.selected(chosen.length)}
        </span>
        <Button size="small" variant="quiet" onPress={selection.clear}>
          {filesTexts.clearSelection}
        </Button>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" icon={<Copy />} onPress={() => copy(chosen.map(pathOf).join('\n'))}>
            {isCopied ? filesTexts.pathsCopied : filesTexts.copyPaths}
          </Button>
          {project.mayWrite && (
            <>
              <Button
                size="small"
                icon={<FolderInput />}
                isPending={many.preparing === 'move'}
                onPress={() => many.begin('move')}
              >
                {filesTexts.moveMany}
              </Button>
              <Button
                size="small"
                variant="danger"
                icon={<Trash2 />}
                isPending={many.preparing === 'delete'}
                onPress={() => many.begin('delete')}
              >
                {filesTexts.delete}
              </Button>
            </>
          )}
        </span>
      </div>
      {many.isTooMany && (
        <Notice tone="attention" isAnnounced>
          {filesTexts.tooManyChosen(formatNumber(manyFilesMax))}
        </Notice>
      )}
      {many.question === undefined && <FailureNotice failing={many.failing} />}
      <Question many={many} folder={folder} folders={folders} />
    </section>
  )
}

/** `folders`: those that were chosen, as whole paths. */
function Question({
  many: { question, failing, remove, moveTo, settle, drop },
  folder,
  folders,
}: {
  readonly many: ManyFiles
  readonly folder: string
  readonly folders: readonly string[]
}) {
  switch (question?.about) {
    case 'delete':
      return (
        <DeleteFilesDialog
          count={question.paths.length}
          hasFolders={folders.length > 0}
          onClose={drop}
          onConfirmed={() => remove(question.paths)}
        />
      )
    case 'move':
      return (
        <MoveFilesDialog
          count={question.paths.length}
          folder={folder}
          folders={folders}
          failing={failing}
          onClose={drop}
          onChosen={(target) => moveTo(target, question.paths)}
        />
      )
    case 'clashes':
      return (
        <NameClashDialog
          clashes={question.clashes}
          leave={filesTexts.moveNothing}
          onSettle={(answers) => settle(question.planned, answers)}
          onClose={drop}
        />
      )
    default:
      return null
  }
}

interface DeleteFilesDialogProps {
  /** With those in the folders that were chosen. */
  readonly count: number
  readonly hasFolders: boolean
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/** Says how many files go, and asks for their number in figures. */
function DeleteFilesDialog({ count, hasFolders, onConfirmed, onClose }: DeleteFilesDialogProps) {
  return (
    <TypedConfirmDialog
      title={filesTexts.deleteManyTitle(count)}
      confirm={filesTexts.deleteManyButton(count)}
      wanted={String(count)}
      label={filesTexts.deleteTyped(count)}
      wrong={filesTexts.deleteTypedWrong(count)}
      inputMode="numeric"
      onConfirm={onConfirmed}
      onClose={onClose}
    >
      {hasFolders ? `${filesTexts.deleteFolders} ` : ''}
      {filesTexts.deleteManyText}
    </TypedConfirmDialog>
  )
}

interface MoveFilesDialogProps {
  readonly count: number
  /** Where they are. */
  readonly folder: string
  /** Those of them that are folders, as whole paths. */
  readonly folders: readonly string[]
  /** Why what was chosen last couldn't be begun. */
  readonly failing: Reaction | undefined
  readonly onChosen: (target: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the folder that the chosen files go to. */
function MoveFilesDialog({ count, folder, folders, failing, onChosen, onClose }: MoveFilesDialogProps) {
  const form = useForm({
    initial: { folder },
    validators: {
      folder: (typed) => {
        const target = folderOfAddress(typed)
        if (target === folder) return filesTexts.sameFolder
        if (isInItself(folders, target)) return filesTexts.folderInItself
        const problem = problemOfPath(joinPath(target, 'x'))
        return problem === undefined ? undefined : filesTexts.nameProblems[problem]
      },
    },
    submit: ({ folder: typed }) => onChosen(folderOfAddress(typed)),
  })
  return (
    <FormDialog
      title={filesTexts.moveManyTitle(count)}
      form={form}
      failing={failing}
      submit={filesTexts.moveButton}
      onClose={onClose}
      width="medium"
    >
      <TextField
        {...form.field('folder')}
        label={filesTexts.newFolderOfFile}
        description={filesTexts.moveManyHelp}
        autoComplete="off"
        isMonospaced
        autoFocus
      />
    </FormDialog>
  )
}
