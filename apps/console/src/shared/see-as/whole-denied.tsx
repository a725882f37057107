import { lazy, Suspense, useRef, useState } from 'react'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { classNames } from '../../ui/class-names.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import type { RulesArea } from '../rules/rules-area.ts'
import { appOf, type SeenAs } from './use-see-as.ts'
import { type ExplainedThing, useExplanation } from './use-verdicts.ts'

const VerdictCard = lazy(async () => ({ default: (await import('./verdict-card.tsx')).VerdictCard }))

/** Says that an app of the person gets none of the rows, whatever each of them grants: rules grant a query only where they grant all that it could find. */
export function WholeDenied({
  seen,
  area,
  thing,
}: {
  readonly seen: SeenAs
  readonly area: RulesArea
  readonly thing: ExplainedThing
}) {
  const { data } = useExplanation(area, seen, thing)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const hasRoom = useMediaQuery('(width >= 48rem)')
  // Where no rules are published the bar says so.
  if (data === undefined || data.isAllowed || !(data.rules === 'published' || data.rules === 'given')) return null
  const isQuery = thing.query !== undefined
  const said = (isQuery ? texts.mayNotList : texts.mayNotListFolder)(appOf(seen))
  const toggle = (): void => setOpen(!isOpen)
  return (
    <p role="status" className="shrink-0 tablet:shrink">
      {hasRoom && (
        <span className="text-crimson">
          {said}: {reasonOf(data)}.{' '}
        </span>
      )}
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        {...(!hasRoom && { 'aria-label': `${said}. ${texts.why}` })}
        onClick={toggle}
        className={classNames('underline underline-offset-2 touch:min-h-10', hasRoom ? 'text-sky' : 'text-crimson')}
      >
        {hasRoom ? texts.why : isQuery ? texts.listDenied : texts.folderDenied}
      </button>
      {isOpen && button.current !== null && (
        <Suspense fallback={null}>
          <VerdictCard
            area={area}
            seen={seen}
            thing={thing}
            beside={button.current}
            takesFocus
            onStay={stay}
            onLeave={stay}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </p>
  )
}

/** In plain words; the card has what the rules say. */
function reasonOf({ at, reason }: NonNullable<ReturnType<typeof useExplanation>['data']>): string {
  if (at === undefined) return texts.listReasons.uncovered
  const line = texts.line(at.line)
  return reason === undefined ? texts.listReasons.denied(line) : texts.listReasons.unproven(line)
}

function stay(): void {
  // The card was asked for, and stays until it is closed.
}
