import { OpenCounts } from '../../lib/open-counts.ts'

/** Of all projects: providers may be slow, and tokens are made up for nothing. */
const ofAll = { max: 200, perNetworkMax: 20 }
/** So that the slow provider of one leaves room for the others. */
const ofProject = { max: 50, perNetworkMax: 20 }

/** Places for questions to providers that are under way at once. */
export class QuestionPlaces {
  readonly #all = new OpenCounts(ofAll)
  /** Those that have one under way. */
  readonly #byProject = new Map<string, OpenCounts>()

  /** Takes a place until it is left; undefined where there is none. Callable once. */
  enter({ project, address }: { readonly project: string; readonly address: string }): (() => void) | undefined {
    const counts = this.#byProject.get(project) ?? new OpenCounts(ofProject)
    const leaveProject = counts.enter(address)
    if (leaveProject === undefined) return undefined
    const leaveAll = this.#all.enter(address)
    if (leaveAll === undefined) {
      leaveProject()
      return undefined
    }
    this.#byProject.set(project, counts)
    return () => {
      leaveAll()
      leaveProject()
      if (counts.size === 0) this.#byProject.delete(project)
    }
  }
}
