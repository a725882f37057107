import { indexesTexts as texts, indexesTexts } from '../../../../texts/en/indexes.ts'
import { Badge } from '../../../../ui/badge.tsx'
import type { IndexState, DatabaseIndexes } from '../../queries/indexes.ts'

/** What each card is shown with. */
export interface IndexCardProps {
  readonly declared: DatabaseIndexes
  readonly mayChange: boolean
  readonly onChanged: () => void
}

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

/** The id of a collection, not a path. The server says the rest. */
export function validateCollection(text: string): string | undefined {
  const id = text.trim()
  return id === '' || id.includes('/') ? indexesTexts.collectionInvalid : undefined
}
