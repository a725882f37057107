import { Copy, Trash2 } from 'lucide-react'
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
import { deleteFiles } from '../queries/delete-files.ts'
import { filesBelow } from '../queries/files-below.ts'
import { DeleteFilesDialog } from './delete-files-dialog.tsx'

/** Whoever deletes more than this has a program for it. */
const filesMax = 10_000

export interface SelectedFilesProps {
  readonly folder: string
  /** Names in the folder; those of folders end with a slash. */
  readonly selection: Selection
  /** Something was deleted. */
  readonly onDone: () => void
}

/** What is done with several files and folders at once, with how far it has come and a way to stop. */
export function SelectedFiles({ folder, selection, onDone }: SelectedFilesProps) {
  const project = useProject()
  const { isCopied, copy } = useCopy()
  const [isCounting, setCounting] = useState(false)
  const [asked, setAsked] = useState<readonly string[]>()
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>()
  const [failed, setFailed] = useState(0)
  const [isTooMany, setTooMany] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const stop = useRef<AbortController>(undefined)
  const chosen = [...selection.keys]
  const pathOf = (name: string): string => joinPath(folder, name.replace(/\/$/, ''))

  const countFiles = async () => {
    setFailing(undefined)
    setTooMany(false)
    setCounting(true)
    try {
      const found: string[] = []
      for (const name of chosen) {
        if (name.endsWith('/')) found.push(...(await filesBelow(project, pathOf(name), filesMax)))
        else found.push(pathOf(name))
        if (found.length > filesMax) break
      }
      if (found.length > filesMax) setTooMany(true)
      else setAsked(found)
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
    setCounting(false)
  }
  const remove = async (paths: readonly string[]) => {
    const controller = new AbortController()
    stop.current = controller
    setFailed(0)
    setProgress({ done: 0, of: paths.length })
    try {
      const outcome = await deleteFiles(project, paths, {
        signal: controller.signal,
        onDone: (done) => setProgress({ done, of: paths.length }),
      })
      setFailed(outcome.failed)
      toast(filesTexts.deletedMany(outcome.deleted.length))
      if (outcome.failed === 0 && !controller.signal.aborted) selection.clear()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
    setProgress(undefined)
    onDone()
  }

  return (
    <section
      aria-label={filesTexts.selected(chosen.length)}
      className="mx-4 mb-3 grid gap-2 rounded-large border border-line bg-ground-1 px-4 py-2 tablet:mx-5"
    >
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-table">
        <span role="status" className="font-medium tabular-nums">
          {progress === undefined
            ? filesTexts.selected(chosen.length)
            : filesTexts.deletingMany(progress.done, progress.of)}
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
                  variant="danger"
                  icon={<Trash2 />}
                  isPending={isCounting}
                  onPress={() => void countFiles()}
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
      {progress !== undefined && (
        <Progress
          label={filesTexts.deletingMany(progress.done, progress.of)}
          value={progress.done / Math.max(1, progress.of)}
        />
      )}
      {failed > 0 && (
        <Notice tone="attention" isAnnounced>
          {filesTexts.someNotDeleted(failed)}
        </Notice>
      )}
      {isTooMany && (
        <Notice tone="attention" isAnnounced>
          {filesTexts.tooManyToDelete(formatNumber(filesMax))}
        </Notice>
      )}
      <FailureNotice failing={failing} />
      {asked !== undefined && (
        <DeleteFilesDialog
          count={asked.length}
          hasFolders={chosen.some((name) => name.endsWith('/'))}
          onClose={() => setAsked(undefined)}
          onConfirmed={() => void remove(asked)}
        />
      )}
    </section>
  )
}
