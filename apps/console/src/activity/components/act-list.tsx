import { activityTexts as texts } from '../../texts/en/activity.ts'
import { Moment } from '../../ui/moment.tsx'
import { describeAct } from '../describe-act.ts'
import type { Act } from '../use-acts.ts'

/** What was done, by whom and when, in sentences. */
export function ActList({ acts, ownUid }: { readonly acts: readonly Act[]; readonly ownUid: string | undefined }) {
  return (
    <ul className="divide-y divide-line">
      {acts.map((act) => (
        <li key={act.id} className="px-4 py-1.5 text-table">
          <span className="block break-words">{describeAct(act)}</span>
          <span className="block text-small text-ink-2">
            <bdi>{act.actor === ownUid ? texts.you : act.actorName}</bdi>
            {act.at !== undefined && (
              <>
                {' · '}
                <Moment at={act.at} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
