import { useState } from 'react'
import { reactionTo, type Reaction } from '../../backend/errors/reaction.ts'
import type { JobOrder } from '../../shared/jobs/job.ts'
import { startJob } from '../../shared/jobs/jobs.ts'
import { useProject } from '../../session/project-context.tsx'
import type { Selection } from '../../ui/use-selection.ts'
import { joinPath } from '../../shared/files/file-path.ts'
import { deleteFilesJob, type ManyMoves, moveFilesJob } from './jobs/files-jobs.ts'
import { answerMoves, planMoves } from './move-plan.ts'
import type { ClashAnswer } from './name-clashes.ts'
import { filesBelow } from './queries/list-objects.ts'
import { takenAmong } from './queries/taken-among.ts'

/** Whoever deletes or moves more than this has a program for it. */
export const manyFilesMax = 10_000

/** What somebody is asked before a job begins. */
export type ManyFilesQuestion =
  | { readonly about: 'delete'; readonly paths: readonly string[] }
  | { readonly about: 'move'; readonly paths: readonly string[] }
  | { readonly about: 'clashes'; readonly planned: ManyMoves; readonly clashes: readonly string[] }

export interface ManyFiles {
  /** What the server is asked for before the next question. */
  readonly preparing: 'delete' | 'move' | undefined
  readonly question: ManyFilesQuestion | undefined
  readonly isTooMany: boolean
  readonly failing: Reaction | undefined
  /** Counts the files that were chosen and those in folders that were, and asks what is to be known. */
  readonly begin: (what: 'delete' | 'move') => void
  readonly remove: (paths: readonly string[]) => void
  /** Looks for names that are taken first. What fails is `failing`, and the question stays. */
  readonly moveTo: (target: string, paths: readonly string[]) => Promise<void>
  readonly settle: (planned: ManyMoves, answers: ReadonlyMap<string, ClashAnswer>) => void
  /** Asks nothing any more, and does nothing. */
  readonly drop: () => void
}

/** From files and folders that were chosen to a job of this tab, which outlives the screen. */
export function useManyFiles(folder: string, selection: Selection): ManyFiles {
  const project = useProject()
  const [preparing, setPreparing] = useState<'delete' | 'move'>()
  const [question, setQuestion] = useState<ManyFilesQuestion>()
  const [isTooMany, setTooMany] = useState(false)
  const [failing, setFailing] = useState<Reaction>()

  const prepare = async (what: 'delete' | 'move', step: () => Promise<void>) => {
    setFailing(undefined)
    setTooMany(false)
    setPreparing(what)
    try {
      await step()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
    setPreparing(undefined)
  }
  const start = (order: JobOrder) => {
    if (!startJob(order)) return
    setQuestion(undefined)
    selection.clear()
  }

  const count = async (what: 'delete' | 'move') => {
    const paths: string[] = []
    for (const name of selection.keys) {
      if (name.endsWith('/'))
        paths.push(...(await filesBelow(project, joinPath(folder, name.slice(0, -1)), manyFilesMax)))
      else paths.push(joinPath(folder, name))
      if (paths.length > manyFilesMax) return setTooMany(true)
    }
    setQuestion({ about: what, paths })
  }
  const plan = async (target: string, paths: readonly string[]) => {
    const moves = planMoves(folder, paths, target)
    const places = moves.map(({ to }) => to)
    const taken = await takenAmong(project, target, places)
    const planned = { folder, target, moves }
    if (taken.size === 0) start(moveFilesJob(project, planned))
    else setQuestion({ about: 'clashes', planned, clashes: places.filter((path) => taken.has(path)) })
  }
  const settle = (planned: ManyMoves, answers: ReadonlyMap<string, ClashAnswer>) => {
    const moves = answerMoves(planned.moves, answers)
    if (moves.length === 0) setQuestion(undefined)
    else start(moveFilesJob(project, { ...planned, moves }))
  }
  return {
    preparing,
    question,
    isTooMany,
    failing,
    begin: (what) => void prepare(what, () => count(what)),
    remove: (paths) => start(deleteFilesJob(project, folder, paths)),
    moveTo: (target, paths) => prepare('move', () => plan(target, paths)),
    settle,
    drop: () => {
      setQuestion(undefined)
      setFailing(undefined)
    },
  }
}
