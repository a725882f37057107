import { type Document, makeDocument, type Version } from '@hearth/model'
import type { CommittedChanges, DocumentDelta } from '../document-delta.ts'

/** Changed documents that are remembered; a transaction that began before the oldest of them must be run again. */
const DELTAS_MAX = 20_000
/** Of their texts, before and after. */
const BYTES_MAX = 16 * 1024 * 1024

/**
 * The commits since the oldest open transaction began, those in flight included: whether one of them changed what a
 * query of a transaction would answer. It is empty while no transaction is open. It holds texts alone: what is decoded takes many times as much.
 */
export class RecentChanges {
  readonly #commits: CommittedChanges[] = []
  #deltas = 0
  #bytes = 0
  /** Commits at or below this version are not known. */
  #forgotten: Version = 0
  #isRecording = false

  /** Begins to remember. `unsettled`: the commits that readers may not see yet; `last`: the newest version allotted. */
  start(unsettled: readonly CommittedChanges[], last: Version): void {
    if (this.#isRecording) return
    this.#isRecording = true
    const [first] = unsettled
    this.#forgotten = first === undefined ? last : first.version - 1
    for (const changes of unsettled) this.record(changes)
  }

  stop(): void {
    this.#isRecording = false
    this.#commits.length = 0
    this.#deltas = 0
    this.#bytes = 0
  }

  get isRecording(): boolean {
    return this.#isRecording
  }

  /** In the order of versions. */
  record(changes: CommittedChanges): void {
    if (!this.#isRecording) return
    this.#commits.push({ version: changes.version, deltas: changes.deltas.map(undecoded) })
    this.#deltas += changes.deltas.length
    this.#bytes += bytesOf(changes)
    while (this.#deltas > DELTAS_MAX || this.#bytes > BYTES_MAX) {
      const oldest = this.#commits.shift()
      if (oldest === undefined) break
      this.#deltas -= oldest.deltas.length
      this.#bytes -= bytesOf(oldest)
      this.#forgotten = oldest.version
    }
  }

  /** The commits after `version`, in their order; undefined when not all of them are known. */
  after(version: Version): readonly CommittedChanges[] | undefined {
    if (!this.#isRecording || version < this.#forgotten) return undefined
    return this.#commits.slice(this.#commits.findLastIndex((commit) => commit.version <= version) + 1)
  }
}

/** A copy: others have the fields of what they gave, and whoever reads those of the copies has them decoded. */
export function undecoded(delta: DocumentDelta): DocumentDelta {
  return { ...delta, before: textOf(delta.before), after: textOf(delta.after) }
}

function textOf(document: Document | undefined): Document | undefined {
  return document && makeDocument(document)
}

function bytesOf({ deltas }: CommittedChanges): number {
  return deltas.reduce((sum, { before, after }) => sum + (before?.json.length ?? 0) + (after?.json.length ?? 0), 0)
}
