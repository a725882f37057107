import type { ChosenFile } from './chosen-files.ts'
import { joinPath, placeOf } from '../../shared/files/file-path.ts'

/** A file to send, with its whole path. */
export interface PlannedFile {
  readonly file: File
  readonly path: string
}

export type ClashAnswer = 'replace' | 'keep-both' | 'skip'

/** Where each chosen file would go below a folder. */
export function planFiles(folder: string, chosen: readonly ChosenFile[]): readonly PlannedFile[] {
  return chosen.map(({ file, path }) => ({ file, path: joinPath(folder, path) }))
}

/**
 * What is to be sent once somebody said what to do about each clash. `answers` has one answer by path; a file without one is sent as
 * planned.
 * @param isTaken tells whether a path is in use
 */
export async function settleClashes(
  planned: readonly PlannedFile[],
  answers: ReadonlyMap<string, ClashAnswer>,
  isTaken: (path: string) => Promise<boolean>,
): Promise<readonly PlannedFile[]> {
  const given = new Set(planned.map(({ path }) => path))
  const settled: PlannedFile[] = []
  for (const { file, path } of planned) {
    const answer = answers.get(path)
    if (answer === 'skip') continue
    if (answer !== 'keep-both') {
      settled.push({ file, path })
      continue
    }
    const { folder, name } = placeOf(path)
    const isInUse = async (candidate: string) => {
      const candidatePath = joinPath(folder, candidate)
      return given.has(candidatePath) || (await isTaken(candidatePath))
    }
    const free = joinPath(folder, await freeName(name, isInUse))
    given.add(free)
    settled.push({ file, path: free })
  }
  return settled
}

/**
 * A name for a file that is to be kept beside another of the same name: `cat (2).png`, `cat (3).png` and so on, the first that is not
 * taken. A name that has such a number already counts on from it.
 */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const ending = dot > 0 ? name.slice(dot) : ''
  const numbered = /^(.+) \((\d{1,6})\)$/.exec(stem)
  const base = numbered?.[1] ?? stem
  for (let number = Number(numbered?.[2] ?? 1) + 1; ; number++) {
    const candidate = `${base} (${number})${ending}`
    if (!(await isTaken(candidate))) return candidate
  }
}
