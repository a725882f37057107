import * as z from 'zod/mini'
import { keepJson, keptKey, keptKeys, readKeptJson } from '../firebase/kept-storage.ts'
import { isUnderWay, type Upload } from './upload.ts'

/** So many names of a page and a project are kept; of further files only that there were more. */
export const lostNamesMax = 100

/** The files of a project that were on their way when their page was closed, loaded anew, or crashed. */
export interface LostUploads {
  /** Where this browser keeps them. */
  readonly key: string
  readonly project: string
  /** Whole paths, at most {@link lostNamesMax}. */
  readonly paths: readonly string[]
  /** How many there were. */
  readonly count: number
}

const kept = z.object({ project: z.string(), paths: z.array(z.string()), count: z.number() })

/** Says which pages of the console are open, by the names of locks that the browser takes back when a page is gone, however it goes. */
export interface OpenPages {
  /** The name of this page. */
  readonly own: string
  /** Resolves once others can see that this page is open. */
  open(): Promise<void>
  list(): Promise<ReadonlySet<string>>
}

/**
 * Keeps the names of the files on their way, so that another page can say which of them didn't arrive. Nothing of the files themselves is
 * kept: a browser gives a page no file twice. It goes with everything else that is kept of the account when somebody signs out.
 */
export class UploadNames {
  readonly #pages: OpenPages
  readonly #uid: string
  readonly #written = new Map<string, string>()

  constructor(pages: OpenPages, uid: string) {
    this.#pages = pages
    this.#uid = uid
  }

  /** Writes down what is on its way, where that is something else than before. */
  note(all: readonly Upload[]): void {
    const underWay = all.filter(isUnderWay)
    for (const project of new Set([...this.#written.keys(), ...underWay.map((upload) => upload.project)])) {
      const paths = underWay.flatMap((upload) => (upload.project === project ? [upload.path] : []))
      const names = paths.slice(0, lostNamesMax)
      const state = JSON.stringify([paths.length, names])
      if ((this.#written.get(project) ?? '') === (paths.length === 0 ? '' : state)) continue
      if (paths.length === 0) this.#written.delete(project)
      else this.#written.set(project, state)
      keepJson(this.#keyOf(project), paths.length === 0 ? undefined : { project, paths: names, count: paths.length })
    }
  }

  /** What pages that are gone had on its way. */
  async findLost(): Promise<readonly LostUploads[]> {
    const open = await this.#pages.list()
    const prefix = `${keptKey('uploads.')}${this.#uid}.`
    return keptKeys(prefix).flatMap((key) => {
      const page = key.slice(prefix.length).split('.')[0] ?? ''
      if (page === this.#pages.own || open.has(page)) return []
      const found = readKeptJson(key, (json) => kept.safeParse(json).data)
      return found === undefined ? [] : [{ key, ...found }]
    })
  }

  /** Ends with the project, as everything does that goes with it. */
  #keyOf(project: string): string {
    return `${keptKey('uploads.')}${this.#uid}.${this.#pages.own}.${project}`
  }
}

/** Forgets some of them; without paths all. */
export function forgetLost(
  { key, project, paths, count }: LostUploads,
  gone?: ReadonlySet<string>,
): LostUploads | undefined {
  const left = gone === undefined ? [] : paths.filter((path) => !gone.has(path))
  const rest = left.length === 0 ? undefined : { project, paths: left, count: count - (paths.length - left.length) }
  keepJson(key, rest)
  return rest && { key, ...rest }
}
