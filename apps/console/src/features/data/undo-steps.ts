const stepsMax = 100

/** Takes back what was saved, and answers what takes that back in turn. Throws where nothing was changed. */
export type WayBack = () => Promise<WayBack>

export type UndoKind = 'undo' | 'redo'

export interface UndoState {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Why the last one led nowhere; undefined once that is over. */
  readonly problem: unknown
}

/** What a key means: Ctrl/Cmd-Z, with Shift forward again, which is Ctrl-Y as well. */
export function undoKind({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): UndoKind | undefined {
  if (!ctrlKey && !metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key === 'y' && ctrlKey ? 'redo' : undefined
}

interface Step {
  readonly way: WayBack
  readonly changes: number
}

const nothingDone: UndoState = { canUndo: false, canRedo: false, problem: undefined }

/**
 * The ways back from what was saved in a table or a document, the latest one first, and the ways forward again from what was taken back,
 * until something else is saved. Each is gone once. None writes over what somebody else changed since.
 */
export class UndoSteps {
  readonly #listeners = new Set<() => void>()
  readonly #steps: Readonly<Record<UndoKind, Step[]>> = { undo: [], redo: [] }
  #state = nothingDone
  #last: Promise<void> = Promise.resolve()
  readonly #onDone: (changes: number, kind: UndoKind) => void

  /** `onDone` is told how many changes were taken back, or made again. */
  constructor(onDone: (changes: number, kind: UndoKind) => void) {
    this.#onDone = onDone
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): UndoState => this.#state

  /** Returns what goes this way back. */
  push(way: WayBack, changes = 1): () => Promise<void> {
    const step = { way, changes }
    this.#steps.redo.length = 0
    this.#keep('undo', step)
    this.#tell(undefined)
    return async () => await this.#go(step, 'undo')
  }

  /** What was saved last has no way back, and none from before is to be taken in its place. */
  forget(): void {
    this.#steps.undo.length = 0
    this.#steps.redo.length = 0
    this.#tell(undefined)
  }

  /** Goes back from the latest, one after the other; does nothing when there is none. */
  undo(): void {
    this.#goNext('undo')
  }

  /** Makes again what was taken back last. */
  redo(): void {
    this.#goNext('redo')
  }

  #goNext(kind: UndoKind): void {
    this.#last = this.#last.then(async () => await this.#go(this.#steps[kind].at(-1), kind))
  }

  async #go(step: Step | undefined, kind: UndoKind): Promise<void> {
    const at = step === undefined ? -1 : this.#steps[kind].indexOf(step)
    if (step === undefined || at === -1) return
    this.#steps[kind].splice(at, 1)
    try {
      const way = await step.way()
      this.#keep(kind === 'undo' ? 'redo' : 'undo', { ...step, way })
      this.#tell(undefined)
      this.#onDone(step.changes, kind)
    } catch (thrown) {
      // Nothing was changed: it can be tried again.
      this.#keep(kind, step)
      this.#tell(thrown)
    }
  }

  #keep(kind: UndoKind, step: Step): void {
    this.#steps[kind].push(step)
    if (this.#steps[kind].length > stepsMax) this.#steps[kind].shift()
  }

  #tell(problem: unknown): void {
    this.#state = { canUndo: this.#steps.undo.length > 0, canRedo: this.#steps.redo.length > 0, problem }
    for (const listener of this.#listeners) listener()
  }
}
