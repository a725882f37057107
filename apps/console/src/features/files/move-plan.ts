import { joinPath } from '../../shared/files/file-path.ts'
import type { ClashAnswer } from './name-clashes.ts'

/** A file on its way to another path. */
export interface FileMove {
  readonly from: string
  readonly to: string
  /** What becomes of it when a file is there: it stays where it is, takes its place, or gets a name beside it. */
  readonly ifTaken: 'stay' | 'replace' | 'keep-both'
}

/** Where files of a folder go: into the other folder, those of folders below it with these. `paths` are whole. */
export function planMoves(folder: string, paths: readonly string[], target: string): readonly FileMove[] {
  const below = folder === '' ? 0 : folder.length + 1
  return paths.map((from) => ({ from, to: joinPath(target, from.slice(below)), ifTaken: 'stay' }))
}

/** Whether a folder would go into itself. `chosen` are whole paths of folders. */
export function isInItself(chosen: readonly string[], target: string): boolean {
  return chosen.some((path) => target === path || target.startsWith(`${path}/`))
}

/** The moves once somebody said what becomes of those whose place is taken. A place without an answer is left as it is. */
export function answerMoves(
  moves: readonly FileMove[],
  answers: ReadonlyMap<string, ClashAnswer>,
): readonly FileMove[] {
  return moves.flatMap((move) => {
    const answer = answers.get(move.to)
    if (answer === undefined) return [move]
    return answer === 'skip' ? [] : [{ ...move, ifTaken: answer }]
  })
}
