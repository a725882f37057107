/** What a tab alone would lose, each kind with its count. What the browser keeps for all tabs is no part of it. */
export interface TabWork {
  /** Changes that the server has not got yet. */
  readonly waiting: number
  /** Changes that it never got, and that nobody has looked at. */
  readonly lost: number
  /** Changes of documents that the tab holds. */
  readonly changes: number
  /** Forms with something in them that isn't saved. */
  readonly forms: number
  /** Files on their way. */
  readonly uploads: number
  /** Jobs under way. */
  readonly jobs: number
  /** Files that jobs made, and nobody has downloaded. */
  readonly exports: number
}

const kinds = ['waiting', 'lost', 'changes', 'forms', 'uploads', 'jobs', 'exports'] as const
const nothing: TabWork = { waiting: 0, lost: 0, changes: 0, forms: 0, uploads: 0, jobs: 0, exports: 0 }

/** One that doesn't answer by then is asleep or hangs: it holds nobody up. */
const patienceMs = 300

/** Asks the other tabs what they would lose, and answers them. Create it once for the life of the page. */
export class OtherTabs {
  readonly #channel: BroadcastChannel
  readonly #findOwn: () => Promise<TabWork>

  /** @param channel may carry other messages as well */
  constructor(channel: BroadcastChannel, findOwn: () => Promise<TabWork>) {
    this.#channel = channel
    this.#findOwn = findOwn
    channel.addEventListener('message', ({ data }) => {
      const question = readText(data, 'unsavedAsked')
      if (question !== undefined) void this.#answer(question)
    })
  }

  /** The sum over all that answer in time; there is no telling how many there are. */
  async ask(): Promise<TabWork> {
    const question = crypto.randomUUID()
    let sum = nothing
    const hear = ({ data }: MessageEvent): void => {
      if (readText(data, 'unsavedAnswered') === question) sum = plus(sum, data)
    }
    this.#channel.addEventListener('message', hear)
    this.#tell({ unsavedAsked: question })
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
    this.#channel.removeEventListener('message', hear)
    return sum
  }

  async #answer(question: string): Promise<void> {
    this.#tell({ unsavedAnswered: question, ...(await this.#findOwn()) })
  }

  #tell(message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    this.#channel.postMessage(message)
  }
}

function readText(message: unknown, name: string): string | undefined {
  const value = readProperty(message, name)
  return typeof value === 'string' ? value : undefined
}

/** A tab may be of another release: what it doesn't count is none. */
function plus(sum: TabWork, answer: unknown): TabWork {
  const added = kinds.map((kind) => {
    const count = readProperty(answer, kind)
    return [kind, sum[kind] + (typeof count === 'number' && count > 0 ? count : 0)] as const
  })
  return { ...nothing, ...Object.fromEntries(added) }
}

function readProperty(message: unknown, name: string): unknown {
  if (typeof message !== 'object' || message === null) return undefined
  return Object.getOwnPropertyDescriptor(message, name)?.value
}
