import { inParallel } from '../../../backend/api/in-parallel.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { eachItem, untilAnswered, WorkList } from '../../../shared/jobs/each-item.ts'
import type { JobProgress, JobOrder } from '../../../shared/jobs/job.ts'
import { nameOfFolder } from '../name-of-folder.ts'
import { deleteFile } from '../queries/delete-file.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { joinPath, placeOf } from '../../../shared/files/file-path.ts'
import { freeName } from '../name-clashes.ts'
import type { FileMove } from '../move-plan.ts'
import { isTaken } from '../queries/taken-among.ts'
import { moveFile, type MoveOutcome } from '../queries/move-file.ts'

export interface FileWork<Item> {
  readonly project: ProjectSession
  readonly list: WorkList<Item>
  readonly pathOf: (item: Item) => string
  /** Does one; see `untilAnswered`. */
  readonly act: (item: Item, isAgain: boolean) => Promise<string | undefined>
}

/** Does the same with many files, a few at a time; see `eachItem`. */
async function eachFile<Item>({ project, list, pathOf, act }: FileWork<Item>, progress: JobProgress): Promise<void> {
  const { signal } = progress
  await eachItem(
    {
      project,
      list,
      stepSize: 60,
      namesOf: async (items) => items.map(pathOf),
      act: async (items, settle) => {
        await inParallel(items, async (item) => {
          if (!signal.aborted) settle(item, await untilAnswered(signal, (isAgain) => act(item, isAgain)))
        })
      },
    },
    progress,
  )
}

/** Deletes files of a folder, and below it. One that is gone by then is as good as deleted. */
export function deleteFilesJob(project: ProjectSession, folder: string, paths: readonly string[]): JobOrder {
  const list = new WorkList(paths)
  return {
    project: project.id,
    kind: 'delete-files',
    target: nameOfFolder(folder),
    canRetry: true,
    async run(progress) {
      const act = async (path: string) => {
        await deleteFile(project, path)
        return undefined
      }
      await eachFile({ project, list, pathOf: (path) => path, act }, progress)
      return undefined
    },
  }
}

export interface ManyMoves {
  readonly folder: string
  readonly target: string
  readonly moves: readonly FileMove[]
}

/** Moves files from a folder, and below it, to another. Nothing is replaced unless that was asked. */
export function moveFilesJob(project: ProjectSession, { folder, target, moves }: ManyMoves): JobOrder {
  const list = new WorkList(moves)
  return {
    project: project.id,
    kind: 'move-files',
    target: filesTexts.fromTo(nameOfFolder(folder), nameOfFolder(target)),
    canRetry: true,
    async run(progress) {
      const act = async (move: FileMove, isAgain: boolean) => {
        const outcome = await moveOne(project, move)
        if (outcome === 'moved' || (isAgain && (await wasMoved(project, move)))) return undefined
        return outcome === 'taken' ? filesTexts.takenMeanwhile(move.to) : filesTexts.goneMeanwhile
      }
      await eachFile({ project, list, pathOf: ({ from }) => from, act }, progress)
      return undefined
    },
  }
}

/** To the first name that is free, where both are to be kept: the server says so with the move itself. */
async function moveOne(project: ProjectSession, { from, to, ifTaken }: FileMove): Promise<MoveOutcome> {
  let outcome = await moveFile(project, { from, to, replaces: ifTaken === 'replace' })
  if (ifTaken !== 'keep-both' || outcome !== 'taken') return outcome
  const { folder, name } = placeOf(to)
  await freeName(name, async (candidate) => {
    outcome = await moveFile(project, { from, to: joinPath(folder, candidate), replaces: false })
    return outcome === 'taken'
  })
  return outcome
}

/** Whether a move that got no answer was done. */
async function wasMoved(project: ProjectSession, { from, to }: FileMove): Promise<boolean> {
  return !(await isTaken(project, from)) && (await isTaken(project, to))
}
