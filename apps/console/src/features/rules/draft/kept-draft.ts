import * as z from 'zod/mini'
import {
  keep,
  keepJson,
  keptKeys,
  ownerKey,
  readKept,
  readKeptJson,
  rulesDraftPrefix,
} from '../../../firebase/kept-storage.ts'
import type { RulesArea } from '../../../rules/rules-area.ts'

/** Whose draft it is, and of which rules. */
export interface DraftPlace {
  /** Of the console's user. */
  readonly uid: string
  readonly project: string
  readonly area: RulesArea
  /** The id of the database; of no meaning for the rules of files. */
  readonly database: string
}

const keptDraft = z.object({
  uid: z.string(),
  text: z.string(),
  /** The ruleset that was changed; absent: nothing was published. */
  base: z.optional(z.string()),
  /** Milliseconds since the epoch, by this machine's clock. */
  at: z.number(),
})

/** Rules that were written and not published, as this browser keeps them until they are, or until the user signs out. */
export type KeptDraft = z.infer<typeof keptDraft>

/** A longer source is refused when it is published. */
const lengthMax = 256 * 1024
/** Of all drafts together: what a browser keeps for a site is some 5 million characters. The oldest go for a new one. */
const lengthMaxOfAll = 8 * lengthMax

/** Undefined, too, for what somebody else has left. */
export function readDraft(place: DraftPlace): KeptDraft | undefined {
  const draft = readAt(keyOf(place))
  return draft?.uid === place.uid ? draft : undefined
}

/** Takes the place of what was kept before. What can't be kept is not: see `mayKeep`. */
export function keepDraft(place: DraftPlace, draft: Omit<KeptDraft, 'uid'>): void {
  if (!mayKeep(place, draft.text)) return
  const key = keyOf(place)
  makeRoom(draft.text.length, key)
  keepJson(key, { ...draft, uid: place.uid } satisfies KeptDraft)
}

export function forgetDraft(place: DraftPlace): void {
  keep(keyOf(place), undefined)
}

/** Whether this browser keeps a text: not one that is too long, and nothing of whom it does not know, such as after signing out. */
export function mayKeep({ uid }: Pick<DraftPlace, 'uid'>, text: string): boolean {
  return text.length <= lengthMax && readKept(ownerKey) === uid
}

function makeRoom(length: number, key: string): void {
  const others = keptKeys(rulesDraftPrefix).filter((other) => other !== key)
  const lengthOf = (other: string): number => readKept(other)?.length ?? 0
  let used = length + others.reduce((sum, other) => sum + lengthOf(other), 0)
  if (used <= lengthMaxOfAll) return
  for (const old of others.toSorted((a, b) => (readAt(a)?.at ?? 0) - (readAt(b)?.at ?? 0))) {
    if (used <= lengthMaxOfAll) return
    used -= lengthOf(old)
    keep(old, undefined)
  }
}

function readAt(key: string): KeptDraft | undefined {
  return readKeptJson(key, (json) => keptDraft.safeParse(json).data)
}

/** `forgetProject` knows what is kept of a project by the end of its key. */
function keyOf({ area, database, project }: DraftPlace): string {
  return `${rulesDraftPrefix}${area === 'files' ? area : `${area}/${database}`}.${project}`
}
