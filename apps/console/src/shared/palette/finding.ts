/** Something that was looked up: where it is and what tells it from others. */
export interface Finding {
  readonly kind: 'collection' | 'document' | 'file' | 'folder' | 'rules' | 'user'
  /** What it is known by: a path, an address, a note. */
  readonly title: string
  /** What tells it from others of that title. */
  readonly detail?: string
  /** Inside of the console. */
  readonly href: string
}

export const findingKinds: readonly Finding['kind'][] = ['collection', 'document', 'file', 'folder', 'rules', 'user']

/** A kind of thing that the server is asked for. */
export interface Source {
  readonly id: 'data' | 'files' | 'rules' | 'users'
  /**
   * What fits the text best, at most `findingsMax`, in at most a handful of requests.
   *
   * @param text trimmed, not empty
   * @param signal aborts when somebody typed on
   */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Finding[]>
}

export const findingsMax = 5
