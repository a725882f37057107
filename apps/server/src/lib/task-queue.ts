import { Turn } from './turn.ts'

type Task = () => void | Promise<void>

/** Runs tasks one after the other, each to its end. With nothing under way a task begins at once. Many have several turns. */
export class TaskQueue {
  readonly #tasks: Task[] = []
  #isRunning = false

  get length(): number {
    return this.#tasks.length
  }

  /** Resolves with what the task answers. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.add(() => {
      try {
        const answer = work()
        if (answer instanceof Promise) return answer.then(resolve, reject)
        resolve(answer)
      } catch (error) {
        reject(error)
      }
      return undefined
    })
    return promise
  }

  /** The task must not throw. */
  add(task: Task): void {
    this.#tasks.push(task)
    if (!this.#isRunning) void this.#drain()
  }

  async #drain(): Promise<void> {
    this.#isRunning = true
    const turn = new Turn()
    for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
      const done = task()
      if (done !== undefined) await done
      if (turn.isOver) await turn.next()
    }
    this.#isRunning = false
  }
}
