import { type Document, makeDocument, type Version } from '@hearth/model'
import type { CommittedChanges, DocumentDelta } from '../document-delta.ts'
import type { CommitOutcome, InFlightCommit } from '../in-flight.ts'

/** Changed documents that are remembered; a transaction that began before the oldest of them must be run again. */
const DELTAS_MAX = 20_000
/** Of their texts, before and after. */
const BYTES_MAX = 16 * 1024 * 1024

/** A commit that is remembered. */
export interface RecentCommit {
  /** Rises with each that is recorded. */
  readonly order: number
  readonly deltas: readonly DocumentDelta[]
  /** As of now: that of a commit in flight becomes known. */
  readonly dated: Dated
}

type Dated = Pick<CommitOutcome, 'version'>

/**
 * The commits since the oldest open transaction began, those in flight included: whether one of them changed what a
 * query of a transaction would answer. It is empty while no transaction is open. It holds texts alone: what is decoded takes many times as much.
 */
export class RecentChanges {
  readonly #commits: RecentCommit[] = []
  #order = 0
  #deltas = 0
  #bytes = 0
  /** Commits at or below this version are not known, and none with this place or an earlier one. */
  #forgotten: Version = 0
  #forgottenOrder = 0
  /** Forgotten before the store had them. */
  readonly #forgottenInFlight: Dated[] = []
  #isRecording = false

  /** Begins to remember. `unsettled`: the commits that readers may not see yet; `last`: the newest version that they see. */
  start(unsettled: readonly (CommittedChanges | InFlightCommit)[], last: Version): void {
    if (this.#isRecording) return
    this.#isRecording = true
    const [first] = unsettled
    this.#forgotten = first === undefined ? last : Math.min(last, datedOf(first).version - 1)
    for (const changes of unsettled) this.record(changes)
  }

  stop(): void {
    this.#isRecording = false
    this.#commits.length = 0
    this.#forgottenInFlight.length = 0
    this.#deltas = 0
    this.#bytes = 0
  }

  get isRecording(): boolean {
    return this.#isRecording
  }

  /** In the order of versions. */
  record(changes: CommittedChanges | InFlightCommit): void {
    if (!this.#isRecording) return
    const deltas = changes.deltas.map(undecoded)
    this.#commits.push({ order: ++this.#order, deltas, dated: datedOf(changes) })
    this.#deltas += changes.deltas.length
    this.#bytes += bytesOf(changes)
    while (this.#deltas > DELTAS_MAX || this.#bytes > BYTES_MAX) {
      const oldest = this.#commits.shift()
      if (oldest === undefined) break
      this.#deltas -= oldest.deltas.length
      this.#bytes -= bytesOf(oldest)
      this.#forgottenOrder = oldest.order
      this.#forgottenInFlight.push(oldest.dated)
    }
  }

  /** Others have committed up to this version what is not known here. */
  miss(version: Version): void {
    if (!this.#isRecording) return
    this.#forgotten = Math.max(this.#forgotten, version)
    this.#forgottenOrder = ++this.#order
  }

  /** The commits after `version` and after the place `order`, in their order; undefined when not all of them are known. */
  after(version: Version, order = 0): readonly RecentCommit[] | undefined {
    if (!this.#isRecording) return undefined
    if ((order === 0 || order < this.#forgottenOrder) && version < this.#lastForgotten()) return undefined
    const start = this.#commits.findLastIndex(({ dated }) => dated.version > 0 && dated.version <= version) + 1
    return this.#commits.slice(start).filter((commit) => commit.order > order && commit.dated.version > version)
  }

  #lastForgotten(): Version {
    for (let first = this.#forgottenInFlight[0]; first !== undefined; first = this.#forgottenInFlight[0]) {
      if (first.version === Infinity) return Infinity
      this.#forgotten = Math.max(this.#forgotten, first.version)
      this.#forgottenInFlight.shift()
    }
    return this.#forgotten
  }
}

/** No more of it than that: it holds much. */
function datedOf(changes: CommittedChanges | InFlightCommit): Dated {
  return 'outcome' in changes ? changes.outcome : { version: changes.version }
}

/** A copy: others have the fields of what they gave, and whoever reads those of the copies has them decoded. */
export function undecoded(delta: DocumentDelta): DocumentDelta {
  return { ...delta, before: textOf(delta.before), after: textOf(delta.after) }
}

function textOf(document: Document | undefined): Document | undefined {
  return document && makeDocument(document)
}

function bytesOf({ deltas }: Pick<RecentCommit, 'deltas'>): number {
  return deltas.reduce((sum, { before, after }) => sum + (before?.json.length ?? 0) + (after?.json.length ?? 0), 0)
}
