import { byName, orderFolders } from './file-order.ts'
import { joinPath, placeOf } from '../../shared/files/file-path.ts'

/** Folders right below one, as far as somebody looked. */
export interface FolderNames {
  readonly names: readonly string[]
  /** From where on nobody looked; `undefined` when these are all. */
  readonly rest: string | undefined
}

export interface FolderNode {
  readonly path: string
  readonly name: string
  /** Empty for what was not opened yet. */
  readonly children: readonly FolderNode[]
  /** Nothing below it; `false` also for what was not opened yet. */
  readonly isLeaf: boolean
  /** Whether there may be more folders than the children, and whether they are asked for. */
  readonly more: 'none' | 'unread' | 'asked'
}

interface Known extends FolderNames {
  /** So many answers it took. */
  readonly answers: number
}

/** The folders that were opened, each with the names right below it; the root is the empty path. */
export class FolderTree {
  readonly #list: (folder: string, from: string | undefined) => Promise<FolderNames>
  readonly #listeners = new Set<() => void>()
  readonly #known = new Map<string, Known>()
  readonly #asked = new Set<string>()
  #root: FolderNode | undefined

  /** @param list answers the folders below one, from where an answer before it ended */
  constructor(list: (folder: string, from: string | undefined) => Promise<FolderNames>) {
    this.#list = list
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The root; `undefined` until it was read. */
  getSnapshot = (): FolderNode | undefined => this.#root

  /** Asks for what is below these folders, again where it is known. What can't be read stays as it was: the list beside it says why. */
  async read(folders: Iterable<string>): Promise<void> {
    const answers = await Promise.allSettled(
      [...folders].map(async (folder) => [folder, await this.#readAgain(folder)] as const),
    )
    for (const answer of answers) {
      if (answer.status === 'fulfilled') this.#known.set(...answer.value)
    }
    this.#tell()
  }

  /** Asks again for everything that was opened. */
  async reload(): Promise<void> {
    await this.read([...this.#known.keys()])
  }

  /** Looks for folders beyond those that are known of one. Throws what the question throws. */
  async readMore(folder: string): Promise<void> {
    const before = this.#known.get(folder)
    if (before?.rest === undefined || this.#asked.has(folder)) return
    this.#asked.add(folder)
    this.#tell()
    try {
      const { names, rest } = await this.#list(folder, before.rest)
      // What was read anew meanwhile ends elsewhere.
      if (this.#known.get(folder)?.rest !== before.rest) return
      this.#known.set(folder, { names: [...new Set([...before.names, ...names])], rest, answers: before.answers + 1 })
    } finally {
      this.#asked.delete(folder)
      this.#tell()
    }
  }

  /** Files are there now: the folders on their way are, too, without asking. */
  noteFiles(paths: readonly string[]): void {
    const added = paths.filter((path) => this.#noteFile(path))
    if (added.length > 0) this.#tell()
  }

  /** Answers whether a folder was added. */
  #noteFile(path: string): boolean {
    let isNew = false
    for (const folder of pathTo(placeOf(path).folder).slice(1)) {
      const { folder: parent, name } = placeOf(folder)
      const known = this.#known.get(parent)
      if (known === undefined || known.names.includes(name)) continue
      this.#known.set(parent, { ...known, names: [...known.names, name] })
      isNew = true
    }
    return isNew
  }

  async #readAgain(folder: string): Promise<Known> {
    const wanted = this.#known.get(folder)?.answers ?? 1
    const names = new Set<string>()
    let rest: string | undefined
    let answers = 0
    do {
      const answer = await this.#list(folder, rest)
      for (const name of answer.names) names.add(name)
      rest = answer.rest
      answers += 1
    } while (rest !== undefined && answers < wanted)
    return { names: [...names], rest, answers }
  }

  #tell(): void {
    this.#root = this.#known.has('') ? this.#node('', '') : undefined
    for (const listener of this.#listeners) listener()
  }

  #node(path: string, name: string): FolderNode {
    const known = this.#known.get(path)
    const children = orderFolders(known?.names ?? [], byName).map((child) => this.#node(joinPath(path, child), child))
    const more = known?.rest === undefined ? 'none' : this.#asked.has(path) ? 'asked' : 'unread'
    return { path, name, children, isLeaf: known !== undefined && children.length === 0 && more === 'none', more }
  }
}

/** The folders that lead to one, from the root to itself. */
export function pathTo(folder: string): readonly string[] {
  const segments = folder === '' ? [] : folder.split('/')
  return ['', ...segments.map((_, at) => segments.slice(0, at + 1).join('/'))]
}
