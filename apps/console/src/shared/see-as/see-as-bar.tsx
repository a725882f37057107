import { Eye, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { messageOfRead } from '../../backend/errors/read-reaction.ts'
import { failureOf } from '../../backend/errors/failure.ts'
import { formatChoices, formatNumber } from '../../texts/format.ts'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Choice } from '../../ui/choice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { PersonPicker } from './person-picker.tsx'
import { type SeeAsAct, seeAsActs } from './see-as-search.ts'
import { useSeeAs, type SeenAs } from './use-see-as.ts'
import { type ExplainedThing, NoDraft } from './use-verdicts.ts'
import { WholeDenied } from './whole-denied.tsx'
import type { RulesArea } from '../rules/rules-area.ts'
import type { RowVerdict, VerdictsState } from './verdicts.ts'

/** What is known of the rows that are shown. */
export interface SeenRows extends Pick<VerdictsState, 'rules' | 'isKnown' | 'isAsking' | 'error'> {
  readonly verdicts: readonly RowVerdict[]
  readonly retry: () => void
}

const fieldsNamed = 3

/** Says as whom the screen is seen, by which rules and what is asked; Escape ends it. `rows`: undefined where there are none to judge. */
export function SeeAsBar({
  rows,
  whole,
}: {
  readonly rows: SeenRows | undefined
  /** What an app would ask for to get these rows; undefined where there is nothing to ask for. */
  readonly whole?: { readonly area: RulesArea; readonly thing: ExplainedThing } | undefined
}) {
  const { seen, choose, leave } = useSeeAs()
  const hasRoom = useMediaQuery('(width >= 48rem)')
  useEscape(seen === undefined ? undefined : leave)
  if (seen === undefined) return null
  return (
    <section
      aria-label={texts.bar}
      className="mx-4 mb-2 flex items-center gap-x-4 gap-y-2 rounded border tablet:mb-3 tablet:flex-wrap border-sky-line bg-sky-wash ps-3.5 pe-1 text-table tablet:mx-5 tablet:py-2 tablet:pe-3.5"
    >
      <div className="flex min-w-0 flex-1 tablet:basis-64 items-center gap-2.5">
        <Eye aria-hidden="true" className="size-4 shrink-0 text-sky" />
        <div className="flex min-w-0 flex-1 items-center gap-x-3 tablet:block">
          <Said seen={seen} rows={rows} hasRoom={hasRoom} />
          {whole !== undefined && seen.act === 'read' && <WholeDenied seen={seen} {...whole} />}
        </div>
      </div>
      {hasRoom ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Options seen={seen} />
        </div>
      ) : (
        <div className="flex shrink-0">
          <PopoverButton
            label={texts.options}
            trigger={(props) => (
              <IconButton {...props} label={texts.options}>
                <SlidersHorizontal />
              </IconButton>
            )}
          >
            {(close) => (
              <div className="grid gap-4">
                {rows?.isKnown === false && <p className="text-table text-ink-2">{texts.unknownUser}</p>}
                <div className="grid justify-items-start gap-3">
                  <Options seen={seen} />
                </div>
                <PersonPicker
                  uid={seen.uid}
                  claims={seen.claims}
                  isSeen
                  onChoose={(uid, claims) => {
                    close()
                    choose(uid, claims)
                  }}
                />
              </div>
            )}
          </PopoverButton>
          <IconButton label={texts.leave} onPress={leave}>
            <X />
          </IconButton>
        </div>
      )}
    </section>
  )
}

function Options({ seen }: { readonly seen: SeenAs }) {
  const { change } = useSeeAs()
  return (
    <>
      <Checkbox isSelected={seen.isOnly} onChange={(isOnly) => change({ only: isOnly ? true : undefined })}>
        {texts.only}
      </Checkbox>
      <Choice
        hasHiddenLabel
        label={texts.rules}
        value={seen.isDraft ? 'draft' : 'published'}
        options={[
          { id: 'published', label: texts.published },
          { id: 'draft', label: texts.draft },
        ]}
        onChange={(next) => change({ rules: next === 'draft' ? next : undefined })}
      />
      <Choice<SeeAsAct>
        hasHiddenLabel
        label={texts.act}
        value={seen.act}
        options={seeAsActs.map((id) => ({ id, label: texts.acts[id] }))}
        onChange={(see) => change({ see })}
      />
    </>
  )
}

function Said({
  seen,
  rows,
  hasRoom,
}: {
  readonly seen: SeenAs
  readonly rows: SeenRows | undefined
  /** Without, everything is one line. */
  readonly hasRoom: boolean
}): ReactNode {
  if (rows === undefined) return <p>{texts.open(seen.name)}</p>
  const { error, rules, isKnown, isAsking, verdicts, retry } = rows
  if (error !== undefined) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2">
        {problemOf(error)}
        <Button size="small" onPress={retry}>
          {texts.retry}
        </Button>
      </p>
    )
  }
  if (rules === 'none' || rules === 'closed' || rules === 'broken') return <p role="status">{texts.standings[rules]}</p>
  if (verdicts.length === 0 && !isAsking) return <p role="status">{texts.nothingHere(seen.name)}</p>
  if (rules === undefined) return <p role="status">{texts.asking}</p>
  const allowed = verdicts.filter(({ isAllowed }) => isAllowed)
  const words = hasRoom ? texts.counts[seen.act] : texts.shortCount
  const said = words(seen.name, formatNumber(allowed.length), formatNumber(verdicts.length))
  const locked = lockedInAll(allowed)
  const more = locked.length - fieldsNamed
  const named = [...locked.slice(0, fieldsNamed), ...(more > 0 ? [texts.moreFields(more)] : [])]
  return (
    <div className="min-w-0">
      <p role="status" className="max-tablet:truncate">
        {said}
        {locked.length > 0 && <span className="max-tablet:hidden">, {texts.butNot(formatChoices(named))}</span>}
        {hasRoom && '.'}
      </p>
      {!isKnown && hasRoom && <p className="text-small text-ink-2">{texts.unknownUser}</p>}
    </div>
  )
}

/** Fields that may be changed in none of those that may be changed. */
function lockedInAll(allowed: readonly RowVerdict[]): readonly string[] {
  const [first, ...others] = allowed
  return [...(first?.locked ?? [])].filter((field) => others.every(({ locked }) => locked.has(field)))
}

function problemOf(error: unknown): string {
  if (error instanceof NoDraft) return texts.noDraft
  if (failureOf(error).reason === 'RULES_ERRORS') return texts.draftErrors
  return `${texts.failed} ${messageOfRead(error)}`
}

/** What has the key for itself: what floats, what is typed into, cells that are held together. */
const others =
  '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[data-cell][aria-selected=true],[data-verdict-card]'

/** Escape, where nothing else on the page takes it. */
function useEscape(act: (() => void) | undefined): void {
  const latest = useRef(act)
  latest.current = act
  const isActive = act !== undefined
  useEffect(() => {
    if (!isActive) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target } = event
      const isTyping = target instanceof Element && target.closest('input,textarea,select,[contenteditable=true]')
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping || document.querySelector(others) !== null)
        return
      latest.current?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
