import { byName, orderFolders } from './file-order.ts'
import { joinPath } from './file-path.ts'

export interface FolderNode {
  readonly path: string
  readonly name: string
  /** Empty for what was not opened yet. */
  readonly children: readonly FolderNode[]
  /** Nothing below it; `false` also for what was not opened yet. */
  readonly isLeaf: boolean
}

/** The folders that were opened, each with the names right below it; the root is the empty path. */
export class FolderTree {
  readonly #list: (folder: string) => Promise<readonly string[]>
  readonly #listeners = new Set<() => void>()
  readonly #known = new Map<string, readonly string[]>()
  #roots: readonly FolderNode[] = []

  constructor(list: (folder: string) => Promise<readonly string[]>) {
    this.#list = list
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether the root was read. */
  get isKnown(): boolean {
    return this.#known.has('')
  }

  /** The folders below the root. */
  getSnapshot = (): readonly FolderNode[] => this.#roots

  /** Asks for what is below these folders, again where it is known. What can't be read stays as it was: the list beside it says why. */
  async read(folders: Iterable<string>): Promise<void> {
    const answers = await Promise.allSettled(
      [...folders].map(async (folder) => [folder, await this.#list(folder)] as const),
    )
    for (const answer of answers) {
      if (answer.status === 'fulfilled') this.#known.set(...answer.value)
    }
    this.#roots = this.#nodesBelow('')
    for (const listener of this.#listeners) listener()
  }

  /** Asks again for everything that was opened. */
  async reload(): Promise<void> {
    await this.read([...this.#known.keys()])
  }

  #nodesBelow(folder: string): readonly FolderNode[] {
    return orderFolders(this.#known.get(folder) ?? [], byName).map((name) => {
      const path = joinPath(folder, name)
      return { path, name, children: this.#nodesBelow(path), isLeaf: this.#known.get(path)?.length === 0 }
    })
  }
}

/** The folders that lead to one, from the root to itself. */
export function pathTo(folder: string): readonly string[] {
  const segments = folder === '' ? [] : folder.split('/')
  return ['', ...segments.map((_, at) => segments.slice(0, at + 1).join('/'))]
}
