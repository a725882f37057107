import { equals, isOperation, type TypedFields } from '../../../documents/values/typed-value.ts'
import { type Change, changesBetween, changesLeft, valueAt, withChanges } from './changes.ts'
import { cleanDraft, type Draft } from './draft.ts'

/** Changes that were handed over to be saved. */
export interface Sent extends Draft {
  readonly id: number
  /** What the server was known to hold at the time, and the same with what was on its way before. */
  readonly saved: TypedFields
  readonly base: TypedFields
  /** The server has them. */
  readonly isLanded: boolean
}

/** What is edited over what was sent before. The changes of the draft begin where the sent ones end. */
export interface SentDraft {
  readonly draft: Draft
  /** On their way, or not seen in the document yet; the latest last. */
  readonly sent: readonly Sent[]
  /** What sending did to the fields under the draft, and failing undid, for who saw them before; the latest last. */
  readonly steps: readonly Step[]
}

interface Step {
  readonly at: number
  readonly changes: readonly Change[]
}

export const nothingSent: SentDraft = { draft: cleanDraft, sent: [], steps: [] }

/** An editor that is open for longer than so many saves finds a conflict with what was saved here. */
const stepsMax = 50

/** What the server holds as soon as all that was sent has come there. */
export function baseOf({ sent }: SentDraft, saved: TypedFields): TypedFields {
  return unheard(sent, saved).reduce((base, { changes }) => withChanges(base, changes), saved)
}

/** What was sent and does not show in what the server is known to hold: saves come there one after the other, each as a whole. */
export function unheard(sent: readonly Sent[], saved: TypedFields): readonly Sent[] {
  return sent.slice(sent.findLastIndex((one) => isIn(saved, one)) + 1)
}

function isIn(saved: TypedFields, { changes, saved: before, base }: Sent): boolean {
  return changes.some(({ path, value }) => {
    const now = valueAt(saved, path)
    // What was there before says nothing; anything else is what was sent, what the server made of it, or what came after it.
    return !equals(now, valueAt(before, path)) && (equals(now, value) || !equals(now, valueAt(base, path)))
  })
}

/** Hands all changes over; what is edited from now on goes the next time. */
export function send({ draft, sent, steps }: SentDraft, saved: TypedFields, id: number): SentDraft {
  const base = baseOf({ draft, sent, steps }, saved)
  const changes = changesLeft(base, draft.changes)
  const next: Sent = { id, changes, past: draft.past, saved, base, isLanded: false }
  return { draft: cleanDraft, sent: [...sent, next], steps: withStep(steps, changes) }
}

export function land(state: SentDraft, id: number): SentDraft {
  return { ...state, sent: state.sent.map((one) => (one.id === id ? { ...one, isLanded: true } : one)) }
}

/** What was sent didn't come there: it is unsaved again, together with what was edited since. */
export function fail(state: SentDraft, saved: TypedFields, id: number): SentDraft {
  const failed = state.sent.find((one) => one.id === id)
  if (failed === undefined) return state
  const sent = state.sent.filter((one) => one !== failed)
  const without = baseOf({ ...state, sent }, saved)
  // Whatever the document says by now: somebody else may have changed the same.
  const base = withChanges(without, failed.changes)
  const back = failed.changes.map(wayBack)
  const both = (changes: readonly Change[]): readonly Change[] => {
    // What both began with.
    const known = withChanges(base, [...changes.map(wayBack), ...back])
    return changesBetween(without, withChanges(base, changes)).map((change) => ({
      ...change,
      was: valueAt(known, change.path),
    }))
  }
  const { changes, past } = state.draft
  const draft = { changes: both(changes), past: [...failed.past, ...past.map(both)] }
  return { draft, sent, steps: withStep(state.steps, back) }
}

/** What the document says by now is no longer on its way; with `all` everything that landed. Returns the same when nothing is new. */
export function hear(state: SentDraft, saved: TypedFields, all = false): SentDraft {
  const waiting = unheard(state.sent, saved)
  const sent = state.sent.filter((one) => !one.isLanded || (!all && waiting.includes(one)))
  return sent.length === state.sent.length ? state : { ...state, sent }
}

/** The latest of the steps; what is seen now is seen as of it. */
export function lastStep({ steps }: SentDraft): number {
  return steps.at(-1)?.at ?? 0
}

/** Fields that were seen as of a step, as they would be seen now if nobody else had done anything. */
export function broughtUp(fields: TypedFields, { steps }: SentDraft, since: number): TypedFields {
  return steps.filter(({ at }) => at > since).reduce((before, { changes }) => withChanges(before, changes), fields)
}

/** What was edited over something that the server works out was edited over what it worked out. */
export function withWorkedOut(changes: readonly Change[], base: TypedFields): readonly Change[] {
  return changes.map((change) =>
    change.was !== undefined && isOperation(change.was) ? { ...change, was: valueAt(base, change.path) } : change,
  )
}

function withStep(steps: readonly Step[], changes: readonly Change[]): readonly Step[] {
  return [...steps, { at: (steps.at(-1)?.at ?? 0) + 1, changes }].slice(-stepsMax)
}

function wayBack({ path, was, value }: Change): Change {
  return { path, was: value, value: was }
}
