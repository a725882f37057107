import { useCallback, useEffect } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { AskedList } from '../../../../ui/asked-list.tsx'
import { useAsked } from '../../../../ui/use-asked.ts'
import { listIndexes, type DatabaseIndexes } from '../../queries/indexes.ts'
import { ExemptionsCard } from './exemptions-card.tsx'
import { ExpiryCard } from './expiry-card.tsx'
import { IndexesCard } from './indexes-card.tsx'

/** While something is being built the list is asked again this often. */
const whileBuildingMs = 2_000

/** What each card is shown with. */
export interface IndexCardProps {
  readonly database: DatabaseIndexes
  readonly mayChange: boolean
  readonly onChanged: () => void
}

/** How documents are indexed, and when they go by themselves. */
export function IndexSettings() {
  const project = useProject()
  const { asked, askAgain } = useAsked(useCallback(() => listIndexes(project), [project]))
  const isBuilding = asked.answer !== undefined && isUnderWay(asked.answer)
  useEffect(() => {
    if (!isBuilding) return
    const timer = setInterval(askAgain, whileBuildingMs)
    return () => clearInterval(timer)
  }, [isBuilding, askAgain])
  return (
    <AskedList asked={asked} askAgain={askAgain} failed={texts.failed} rows={4}>
      {(database) => {
        const card: IndexCardProps = { database, mayChange: project.role === 'owner', onChanged: askAgain }
        return (
          <>
            <IndexesCard {...card} />
            <ExemptionsCard {...card} />
            <ExpiryCard {...card} />
          </>
        )
      }}
    </AskedList>
  )
}

function isUnderWay({ indexes, overrides }: DatabaseIndexes): boolean {
  return [...indexes, ...overrides].some(({ state }) => state === 'building')
}
