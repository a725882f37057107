import { Copy, FolderInput, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import { joinPath } from '../file-path.ts'
import { type FileMove, planMoves, settleMoves } from '../move-plan.ts'
import type { ClashAnswer } from '../name-clashes.ts'
import { deleteFiles } from '../queries/delete-files.ts'
import { filesBelow } from '../queries/files-below.ts'
import { isTaken } from '../queries/is-taken.ts'
import { moveFiles } from '../queries/move-files.ts'
import { DeleteFilesDialog } from './delete-files-dialog.tsx'
import { MoveFilesDialog } from './move-files-dialog.tsx'
import { NameClashDialog } from './name-clash-dialog.tsx'

/** Whoever deletes or moves more than this has a program for it. */
const filesMax = 10_000

export interface SelectedFilesProps {
  readonly folder: string
  /** Names in the folder; those of folders end with a slash. */
  readonly selection: Selection
  /** Something was deleted or moved. */
  readonly onDone: () => void
}

/** What is done with several files and folders at once, with how far it has come and a way to stop. */
export function SelectedFiles({ folder, selection, onDone }: SelectedFilesProps) {
  const project = useProject()
  const { isCopied, copy } = useCopy()
  const [counting, setCounting] = useState<'delete' | 'move'>()
  const [asked, setAsked] = useState<{ readonly what: 'delete' | 'move'; readonly paths: readonly string[] }>()
  const [clashes, setClashes] = useState<readonly FileMove[]>([])
  const [progress, setProgress] = useState<{ readonly text: string; readonly share: number }>()
  const [failed, setFailed] = useState<string>()
  const [isTooMany, setTooMany] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const stop = useRef<AbortController>(undefined)
  const chosen = [...selection.keys]
  const pathOf = (name: string): string => joinPath(folder, name.replace(/\/$/, ''))

  const folders = chosen.filter((name) => name.endsWith('/')).map(pathOf)

  const countFiles = async (what: 'delete' | 'move') => {
    setFailing(undefined)
    setTooMany(false)
    setCounting(what)
    try {
      const found: string[] = []
      for (const name of chosen) {
        if (name.endsWith('/')) found.push(...(await filesBelow(project, pathOf(name), filesMax)))
        else found.push(pathOf(name))
        if (found.length > filesMax) break
      }
      if (found.length > filesMax) setTooMany(true)
      else setAsked({ what, paths: found })
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
    setCounting(undefined)
  }
  /** Something with many files that can be stopped; what concerns them all ends it. */
  const run = async (
    text: (done: number, of: number) => string,
    of: number,
    act: (running: { readonly signal: AbortSignal; readonly onDone: (done: number) => void }) => Promise<boolean>,
  ) => {
    const controller = new AbortController()
    stop.current = controller
    const show = (done: number) => setProgress({ text: text(done, of), share: done / Math.max(1, of) })
    setFailed(undefined)
    show(0)
    try {
      const isWhole = await act({ signal: controller.signal, onDone: show })
      if (isWhole && !controller.signal.aborted) selection.clear()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
    setProgress(undefined)
    onDone()
  }
  const remove = (paths: readonly string[]) =>
    run(filesTexts.deletingMany, paths.length, async (running) => {
      const outcome = await deleteFiles(project, paths, running)
      if (outcome.failed > 0) setFailed(filesTexts.someNotDeleted(outcome.failed))
      toast(filesTexts.deletedMany(outcome.deleted.length))
      return outcome.failed === 0
    })
  const move = (moves: readonly FileMove[]) =>
    run(filesTexts.movingMany, moves.length, async (running) => {
      const outcome = await moveFiles(project, moves, running)
      if (outcome.failed > 0) setFailed(filesTexts.someNotMoved(outcome.failed))
      if (outcome.moved > 0) toast(filesTexts.movedMany(outcome.moved))
      setClashes(outcome.taken)
      return outcome.failed === 0 && outcome.taken.length === 0
    })
  const settle = async (answers: ReadonlyMap<string, ClashAnswer>) => {
    setClashes([])
    try {
      await move(await settleMoves(clashes, answers, (path) => isTaken(project, path)))
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
  }

  return (
    <section
      aria-label={filesTexts.selected(chosen.length)}
      className="mx-4 mb-3 grid gap-2 rounded-large border border-line bg-ground-1 px-4 py-2 tablet:mx-5"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-table">
        <span role="status" className="font-medium tabular-nums">
          {progress === undefined ? filesTexts.selected(chosen.length) : progress.text}
        </span>
        {progress === undefined ? (
          <>
            <Button size="small" variant="quiet" onPress={selection.clear}>
              {filesTexts.clearSelection}
            </Button>
            <span className="ml-auto flex flex-wrap gap-2">
              <Button size="small" icon={<Copy />} onPress={() => copy(chosen.map(pathOf).join('\n'))}>
                {isCopied ? filesTexts.pathsCopied : filesTexts.copyPaths}
              </Button>
              {project.mayWrite && (
                <Button
                  size="small"
                  icon={<FolderInput />}
                  isPending={counting === 'move'}
                  onPress={() => void countFiles('move')}
                >
                  {filesTexts.moveMany}
                </Button>
              )}
              {project.mayWrite && (
                <Button
                  size="small"
                  variant="danger"
                  icon={<Trash2 />}
                  isPending={counting === 'delete'}
                  onPress={() => void countFiles('delete')}
                >
                  {filesTexts.delete}
                </Button>
              )}
            </span>
          </>
        ) : (
          <Button size="small" onPress={() => stop.current?.abort()}>
            {filesTexts.stop}
          </Button>
        )}
      </div>
      {progress !== undefined && <Progress label={progress.text} value={progress.share} />}
      {failed !== undefined && (
        <Notice tone="attention" isAnnounced>
          {failed}
        </Notice>
      )}
      {isTooMany && (
        <Notice tone="attention" isAnnounced>
          {filesTexts.tooManyChosen(formatNumber(filesMax))}
        </Notice>
      )}
      <FailureNotice failing={failing} />
      {asked?.what === 'delete' && (
        <DeleteFilesDialog
          count={asked.paths.length}
          hasFolders={folders.length > 0}
          onClose={() => setAsked(undefined)}
          onConfirmed={() => void remove(asked.paths)}
        />
      )}
      {asked?.what === 'move' && (
        <MoveFilesDialog
          count={asked.paths.length}
          folder={folder}
          folders={folders}
          onClose={() => setAsked(undefined)}
          onChosen={(target) => {
            setAsked(undefined)
            void move(planMoves(folder, asked.paths, target))
          }}
        />
      )}
      {clashes.length > 0 && (
        <NameClashDialog
          clashes={clashes.map(({ to }) => to)}
          leave={filesTexts.moveNothing}
          onSettle={(answers) => void settle(answers)}
          onClose={() => setClashes([])}
        />
      )}
    </section>
  )
}
