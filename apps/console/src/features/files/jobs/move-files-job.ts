import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { WorkList } from '../../../shared/jobs/work-list.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { joinPath, placeOf } from '../../../shared/files/file-path.ts'
import { freeName } from '../free-name.ts'
import type { FileMove } from '../move-plan.ts'
import { nameOfFolder } from '../name-of-folder.ts'
import { isTaken } from '../queries/is-taken.ts'
import { moveFile, type MoveOutcome } from '../queries/move-file.ts'
import { eachFile } from './each-file.ts'

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
