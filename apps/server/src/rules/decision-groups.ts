import { type GroupedBy, groupKeyOf } from './decision-filter.ts'
import type { KeptDecision } from './decision-log.ts'

/** The others are counted. */
const GROUPS_SHOWN_MAX = 50

export interface DecisionGroup {
  readonly key: string
  readonly allowed: number
  readonly denied: number
  /** Different users and members of the team. */
  readonly people: number
  readonly newest: KeptDecision
  /** Of all that are kept, in the time that was asked about or before. */
  readonly firstId: number
  /** Milliseconds; undefined where no rules were asked. */
  readonly slowestMs: number | undefined
}

export interface DecisionGroups {
  /** Those that most were denied in first, then those with most. */
  readonly groups: readonly DecisionGroup[]
  /** How many there are besides. */
  readonly more: number
  /** The id of the oldest decision that is kept at all; undefined when none is. */
  readonly oldestId: number | undefined
}

interface Gathered {
  allowed: number
  denied: number
  readonly people: Set<string>
  readonly newest: KeptDecision
  firstId: number
  slowestMs: number | undefined
}

/** Puts decisions together that belong together; they come newest first. */
export class GroupGatherer {
  readonly #by: GroupedBy
  readonly #groups = new Map<string, Gathered>()
  #oldestId: number | undefined

  constructor(by: GroupedBy) {
    this.#by = by
  }

  /** One that is kept, whichever it is. */
  see({ id }: KeptDecision): void {
    this.#oldestId = id
  }

  /** One of the time that was asked about. */
  add(decision: KeptDecision): void {
    const key = groupKeyOf(decision, this.#by)
    let group = this.#groups.get(key)
    if (group === undefined) {
      group = { allowed: 0, denied: 0, people: new Set(), newest: decision, firstId: decision.id, slowestMs: undefined }
      this.#groups.set(key, group)
    }
    if (decision.isAllowed) group.allowed++
    else group.denied++
    const { uid } = decision.caller
    if (uid !== undefined) group.people.add(uid)
    group.firstId = decision.id
    const ms = decidedMs(decision)
    if (ms !== undefined && (group.slowestMs === undefined || ms > group.slowestMs)) group.slowestMs = ms
  }

  /** One from before that time: it says since when there is its group. */
  addEarlier(decision: KeptDecision): void {
    const group = this.#groups.get(groupKeyOf(decision, this.#by))
    if (group !== undefined) group.firstId = decision.id
  }

  result(): DecisionGroups {
    const groups = [...this.#groups]
      .map(([key, { people, ...group }]) => ({ ...group, key, people: people.size }))
      .toSorted((one, other) => other.denied - one.denied || other.allowed - one.allowed)
    return {
      groups: groups.slice(0, GROUPS_SHOWN_MAX),
      more: Math.max(0, groups.length - GROUPS_SHOWN_MAX),
      oldestId: this.#oldestId,
    }
  }
}

/** From the arrival of a request to its verdict, as far as it was measured; undefined where no rules were asked. */
export function decidedMs({ stages }: KeptDecision): number | undefined {
  return stages && (stages.beforeMs ?? 0) + stages.rulesMs + stages.lookupsMs
}
