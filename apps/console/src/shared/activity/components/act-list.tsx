import { ChevronRight } from 'lucide-react'
import { activityTexts as texts } from '../../../texts/en/activity.ts'
import { Moment } from '../../../ui/moment.tsx'
import { describeAct, describeMany } from '../describe-act.ts'
import { type FoldedActs, foldActs, type Act } from '../fold-acts.ts'

export interface ActListProps {
  readonly acts: readonly Act[]
  readonly ownUid: string | undefined
  /** So many rows, the newest. */
  readonly max: number
}

/** What was done, by whom and when, in sentences; what was done with many, one after the other, is one that unfolds. */
export function ActList({ acts, ownUid, max }: ActListProps) {
  return (
    <ul className="divide-y divide-line">
      {foldActs(acts)
        .slice(0, max)
        .map((folded) => (
          <li key={folded.newest.id} className="px-4 py-1.5 text-table">
            <span className="block break-words">{describeMany(folded)}</span>
            <span className="block text-small text-ink-2">
              <bdi>{folded.newest.actor === ownUid ? texts.you : folded.newest.actorName}</bdi>
              {folded.newest.at !== undefined && (
                <>
                  {' · '}
                  <Moment at={folded.newest.at} />
                </>
              )}
            </span>
            {folded.others.length > 0 && <Each folded={folded} />}
          </li>
        ))}
    </ul>
  )
}

function Each({ folded: { newest, others } }: { readonly folded: FoldedActs }) {
  return (
    <details className="group text-small">
      <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-small py-1 text-ink-2 hover:text-ink-1 touch:min-h-10">
        <ChevronRight className="size-3.5 transition-transform duration-100 group-open:rotate-90" aria-hidden="true" />
        {texts.allOf}
      </summary>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto pl-4.5 break-words" tabIndex={0} aria-label={texts.allOf}>
        {[newest, ...others].map((act) => (
          <li key={act.id}>{describeAct(act)}</li>
        ))}
      </ul>
    </details>
  )
}
