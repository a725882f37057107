import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { Badge } from '../../../../ui/badge.tsx'
import type { IndexState } from '../../queries/indexes.ts'

const tones = { building: 'information', ready: 'good', failed: 'danger' } as const

/** How far an index is; why, where it failed. */
export function StateBadge({ state }: { readonly state: IndexState }) {
  const badge = <Badge tone={tones[state]}>{texts.states[state]}</Badge>
  if (state !== 'failed') return badge
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {badge}
      <span className="whitespace-normal text-ink-2">{texts.failedHelp}</span>
    </span>
  )
}
