import { BoundedCache } from '../../lib/bounded-cache.ts'

const PROJECTS_MAX = 1_000

/** A call of an app about accounts. */
interface AppCall {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** `accounts:signUp`. */
  readonly operation: string
  /** Why it was refused, such as `WEAK_PASSWORD`; undefined for what was answered. */
  readonly refused: string | undefined
}

/**
 * What the console calls itself when somebody enters a project there: of these alone nobody can tell whether an app was it. Who signs in by
 * a token of their own is among the recent sign-ins.
 */
const alsoOfConsole: ReadonlySet<string> = new Set(['accounts:signInWithCustomToken', 'accounts:lookup'])

/** The last call of each project's apps since the start of the server: an app that is refused has reached it, too. */
export class AppCalls {
  readonly #byProject = new BoundedCache<AppCall>(PROJECTS_MAX)

  note(project: string, call: AppCall): void {
    if (!alsoOfConsole.has(call.operation)) this.#byProject.set(project, call)
  }

  last(project: string): AppCall | undefined {
    return this.#byProject.get(project)
  }
}
