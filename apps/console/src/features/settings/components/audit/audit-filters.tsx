import { Plus, SlidersHorizontal } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { AuditTexts, AuditWish } from '../../../../shared/audit/list-audit.ts'
import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { uiTexts } from '../../../../texts/en/ui.ts'
import { formatDateTime } from '../../../../texts/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { FilterCondition } from '../../../../ui/filter-bar.tsx'
import { PopoverButton } from '../../../../ui/popover-button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { TimeSpanFields } from '../../../../ui/time-span-fields.tsx'
import { useMediaQuery } from '../../../../ui/use-media-query.ts'

const names = ['actor', 'action', 'target'] as const
type Name = (typeof names)[number]

/** Which entries are listed, as one bar. A text counts when it is left or Enter is pressed; a phone has room for the first of them. */
export function AuditFilters({
  wish,
  onChange,
}: {
  readonly wish: AuditWish
  readonly onChange: (changed: Partial<AuditWish>) => void
}) {
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const { actor, action, target, since, until } = wish
  const [typed, setTyped] = useState<AuditTexts>({ actor, action, target })
  const [known, setKnown] = useState<AuditTexts>(typed)
  // Back, or a link that leads here.
  if (names.some((name) => known[name] !== wish[name])) {
    setKnown({ actor, action, target })
    setTyped({ actor, action, target })
  }
  const write = (): void => {
    const trimmed = { actor: typed.actor.trim(), action: typed.action.trim(), target: typed.target.trim() }
    if (names.some((name) => trimmed[name] !== wish[name])) onChange(trimmed)
  }
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    // What floats above the bar is a part of it here, and not on the page.
    event.stopPropagation()
    write()
  }
  const field = (name: Name, isInBar: boolean) => (
    <TextField
      key={name}
      label={texts[name]}
      name={name}
      {...(isInBar ? { hasHiddenLabel: true, placeholder: texts[name] } : { description: texts.filterHelp[name] })}
      value={typed[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      onBlur={write}
      autoComplete="off"
    />
  )
  const [inBar, below] = hasRoom ? [names, []] : [names.slice(0, 1), names.slice(1)]
  const hidden = [since, until, ...below.map((name) => wish[name] || undefined)].filter(
    (one) => one !== undefined,
  ).length
  const ends = [
    ['since', since],
    ['until', until],
  ] as const
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-center gap-2">
      <form onSubmit={onSubmit} className="flex min-w-40 flex-1 gap-2 *:min-w-0 *:flex-1 tablet:max-w-2xl">
        {inBar.map((name) => field(name, true))}
        <button type="submit" className="sr-only" tabIndex={-1}>
          {texts.filters}
        </button>
      </form>
      <PopoverButton
        label={uiTexts.furtherFilters}
        trigger={(props) => (
          <Button {...props} variant="quiet" size="small" icon={hasRoom ? <Plus /> : <SlidersHorizontal />}>
            {hidden === 0 ? uiTexts.filter : uiTexts.filtersNumbered(hidden)}
          </Button>
        )}
      >
        {(close) => (
          <div className="grid gap-3">
            <TimeSpanFields span={{ since, until }} onChange={onChange} />
            {below.length > 0 && (
              <form
                className="grid justify-items-start gap-3 *:w-full"
                onSubmit={(event) => {
                  onSubmit(event)
                  close()
                }}
              >
                {below.map((name) => field(name, false))}
                <Button type="submit">{texts.apply}</Button>
              </form>
            )}
          </div>
        )}
      </PopoverButton>
      {ends.map(([name, at]) => {
        if (at === undefined) return null
        const shown = `${uiTexts[name]} ${formatDateTime(Date.parse(at))}`
        return (
          <FilterCondition key={name} onRemove={() => onChange({ [name]: undefined })}>
            {shown}
          </FilterCondition>
        )
      })}
    </div>
  )
}
