import fc from 'fast-check'
import { expect, it } from 'vitest'
import { equalFields, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { conflictsWith, type ValuePath, withChanges, withValue } from './changes.ts'
import { edit, undo } from './draft.ts'
import { baseOf, fail, hear, land, nothingSent, send, type SentDraft } from './sent-changes.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })
const map = (entries: Record<string, TypedValue>): TypedFields => new Map(Object.entries(entries))
const start = map({ a: text('a'), ship: { kind: 'map', fields: map({ city: text('x'), zip: text('y') }) } })

const paths: readonly ValuePath[] = [['a'], ['b'], ['ship'], ['ship', 'city'], ['ship', 'zip'], ['ship', 'new']]
const values = fc.constantFrom(undefined, text('1'), text('2'), text('x'), {
  kind: 'map',
  fields: map({ city: text('1') }),
} satisfies TypedValue)
const edits = fc.record({ kind: fc.constant('edit' as const), path: fc.constantFrom(...paths), value: values })
const events = fc.record({
  kind: fc.constantFrom(
    'undo' as const,
    'send' as const,
    'arrive' as const,
    'land' as const,
    'fail' as const,
    'hear' as const,
    'other' as const,
  ),
})
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: edits }, { weight: 5, arbitrary: events }), { maxLength: 30 })
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** A server that one save at a time comes to, before or after whoever saved is told, and a document that tells of it later. */
class Desk {
  state: SentDraft = nothingSent
  server = start
  heard = start
  #others = 0
  #sentId = 0
  #onTheWay: { readonly id: number; hasArrived: boolean } | undefined

  get shown(): TypedFields {
    return withChanges(baseOf(this.state, this.heard), this.state.draft.changes)
  }

  take(step: Step): void {
    const { state, heard } = this
    if (step.kind === 'edit') {
      this.state = { ...state, draft: edit(state.draft, baseOf(state, heard), step.path, step.value) }
    } else if (step.kind === 'undo') this.state = { ...state, draft: undo(state.draft) }
    else if (step.kind === 'send') this.send()
    else if (step.kind === 'arrive') this.arrive()
    else if (step.kind === 'land') this.land()
    else if (step.kind === 'fail') this.fail()
    else if (step.kind === 'hear') this.hear()
    else this.server = withValue(this.server, ['other'], text(String(this.#others++)))
  }

  send(): void {
    if (this.#onTheWay !== undefined) return
    this.#onTheWay = { id: ++this.#sentId, hasArrived: false }
    this.state = send(this.state, this.heard, this.#sentId)
  }

  arrive(): void {
    if (this.#onTheWay === undefined || this.#onTheWay.hasArrived) return
    const { id } = this.#onTheWay
    const changes = this.state.sent.find((sent) => sent.id === id)?.changes ?? []
    expect(conflictsWith(this.server, changes)).toEqual([])
    this.server = withChanges(this.server, changes)
    this.#onTheWay.hasArrived = true
  }

  land(): void {
    if (this.#onTheWay === undefined) return
    this.arrive()
    this.state = land(this.state, this.#onTheWay.id)
    this.#onTheWay = undefined
  }

  fail(): void {
    if (this.#onTheWay === undefined || this.#onTheWay.hasArrived) return
    this.state = fail(this.state, this.heard, this.#onTheWay.id)
    this.#onTheWay = undefined
  }

  hear(): void {
    this.heard = this.server
    this.state = hear(this.state, this.heard)
  }
}

const without = (fields: TypedFields): TypedFields => withValue(fields, ['other'], undefined)

it('whatever is edited around saves is there in the end, and nothing but editing changes what is shown', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const desk = new Desk()
      for (const step of all) {
        const before = without(desk.shown)
        desk.take(step)
        if (step.kind !== 'edit' && step.kind !== 'undo') expect(without(desk.shown)).toEqual(before)
        expect(conflictsWith(baseOf(desk.state, desk.heard), desk.state.draft.changes)).toEqual([])
      }
      const wanted = without(desk.shown)
      desk.land()
      desk.send()
      desk.land()
      desk.hear()
      expect(without(desk.server)).toEqual(wanted)
      expect(equalFields(without(desk.shown), wanted)).toBe(true)
      expect(baseOf(desk.state, desk.heard)).toEqual(desk.server)
    }),
    { numRuns: 1000 },
  )
})

it('a save that is refused for what somebody else did is there again, beside what was edited since', () => {
  const mine: SentDraft = { ...nothingSent, draft: edit(nothingSent.draft, start, ['a'], text('mine')) }
  const sent = send(mine, start, 1)
  const theirs = withValue(start, ['a'], text('theirs'))
  const more: SentDraft = { ...sent, draft: edit(sent.draft, baseOf(sent, theirs), ['b'], text('since')) }
  const { draft } = fail(more, theirs, 1)
  expect(draft.changes).toContainEqual({ path: ['a'], was: text('a'), value: text('mine') })
  expect(draft.changes).toContainEqual({ path: ['b'], was: undefined, value: text('since') })
  expect(conflictsWith(theirs, draft.changes).map(({ path }) => path)).toEqual([['a']])
})
