import { joinPath, placeOf } from './file-path.ts'
import { freeName } from './free-name.ts'
import type { ClashAnswer } from './name-clashes.ts'

/** A file on its way to another path. */
export interface FileMove {
  readonly from: string
  readonly to: string
  /** Whether a file that is there is taken away. */
  readonly replaces: boolean
}

/** Where files of a folder go: into the other folder, those of folders below it with these. `paths` are whole. */
export function planMoves(folder: string, paths: readonly string[], target: string): readonly FileMove[] {
  const below = folder === '' ? 0 : folder.length + 1
  return paths.map((from) => ({ from, to: joinPath(target, from.slice(below)), replaces: false }))
}

/** Whether a folder would go into itself. `chosen` are whole paths of folders. */
export function isInItself(chosen: readonly string[], target: string): boolean {
  return chosen.some((path) => target === path || target.startsWith(`${path}/`))
}

/** What is left to do with moves whose place is taken, once somebody said what to do with each. A move without an answer is left out. */
export async function settleMoves(
  taken: readonly FileMove[],
  answers: ReadonlyMap<string, ClashAnswer>,
  isTaken: (path: string) => Promise<boolean>,
): Promise<readonly FileMove[]> {
  const settled: FileMove[] = []
  const given = new Set<string>()
  for (const move of taken) {
    const answer = answers.get(move.to) ?? 'skip'
    if (answer === 'replace') settled.push({ ...move, replaces: true })
    if (answer !== 'keep-both') continue
    const { folder, name } = placeOf(move.to)
    const isInUse = async (candidate: string) => {
      const path = joinPath(folder, candidate)
      return given.has(path) || (await isTaken(path))
    }
    const to = joinPath(folder, await freeName(name, isInUse))
    given.add(to)
    settled.push({ ...move, to })
  }
  return settled
}
