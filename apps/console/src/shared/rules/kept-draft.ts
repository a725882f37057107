import * as z from 'zod/mini'
import {
  keep,
  keepJson,
  keptKey,
  keptKeys,
  ownerKey,
  readKept,
  readKeptJson,
  rulesDraftPrefix,
} from '../../browser/kept-storage.ts'
import type { RulesArea } from './rules-area.ts'

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
/** Of all drafts together: what a browser keeps for a site is some 5 million characters. */
const lengthMaxOfAll = 8 * lengthMax

/** `unkept`: what this browser keeps for nobody, as `mayKeep` says. */
export type Keeping = 'kept' | 'no-room' | 'unkept'

/** What `keyOf` makes, behind the prefix. */
const draftKey = /^(files|documents)(?:\/([^/.]+))?\.([^/.]+)$/
const trialKey = keptKey('trial')

/** Undefined, too, for what somebody else has left. */
export function readDraft(place: DraftPlace): KeptDraft | undefined {
  const draft = readAt(keyOf(place))
  return draft?.uid === place.uid ? draft : undefined
}

/** Takes the place of what was kept before, which stays where there is no room for the new one. No other draft goes for it. */
export function keepDraft(place: DraftPlace, draft: Omit<KeptDraft, 'uid'>): Keeping {
  if (!isKeepable(place, draft.text)) return 'unkept'
  if (!isWithinAll(place, draft.text)) return 'no-room'
  return keepJson(keyOf(place), { ...draft, uid: place.uid } satisfies KeptDraft) ? 'kept' : 'no-room'
}

export function forgetDraft(place: DraftPlace): void {
  keep(keyOf(place), undefined)
}

/**
 * Whether this browser keeps a text: not one that is too long or that there is no room for, and nothing of whom it does not know, such as after
 * signing out.
 */
export function mayKeep(place: DraftPlace, text: string): boolean {
  if (!isKeepable(place, text)) return false
  return readDraft(place)?.text === text || (isWithinAll(place, text) && fits(text))
}

/** Where the user's other drafts are, the longest first. */
export function listOtherDrafts(place: DraftPlace): readonly DraftPlace[] {
  // The browser keeps them in no order.
  const keys = keysBeside(place).toSorted()
  const others = keys.flatMap((key) => {
    const [, area, database = place.database, project] = draftKey.exec(key.slice(rulesDraftPrefix.length)) ?? []
    const draft = readAt(key)
    if (area === undefined || project === undefined || draft?.uid !== place.uid) return []
    const at: DraftPlace = { uid: place.uid, project, area: area === 'files' ? area : 'documents', database }
    return [{ at, length: draft.text.length }]
  })
  return others.toSorted((one, other) => other.length - one.length).map(({ at }) => at)
}

function isKeepable({ uid }: DraftPlace, text: string): boolean {
  return text.length <= lengthMax && readKept(ownerKey) === uid
}

function isWithinAll(place: DraftPlace, text: string): boolean {
  const lengths = keysBeside(place).map((key) => readKept(key)?.length ?? 0)
  return lengths.reduce((sum, length) => sum + length, text.length) <= lengthMaxOfAll
}

/** Nothing but trying says how much a browser takes. */
function fits(text: string): boolean {
  const isKept = keepJson(trialKey, text)
  keep(trialKey, undefined)
  return isKept
}

function keysBeside(place: DraftPlace): readonly string[] {
  return keptKeys(rulesDraftPrefix).filter((key) => key !== keyOf(place))
}

function readAt(key: string): KeptDraft | undefined {
  return readKeptJson(key, (json) => keptDraft.safeParse(json).data)
}

function keyOf({ area, database, project }: DraftPlace): string {
  return `${rulesDraftPrefix}${area === 'files' ? area : `${area}/${database}`}.${project}`
}
