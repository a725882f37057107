import type { DatabaseIndexes } from '../../queries/indexes.ts'

/** What each card is shown with. */
export interface IndexCardProps {
  readonly declared: DatabaseIndexes
  readonly mayChange: boolean
  readonly onChanged: () => void
}
