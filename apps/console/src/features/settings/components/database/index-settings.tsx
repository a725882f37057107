import { useCallback, useEffect } from 'react'
import { databaseQuery } from '../../../../databases/database-search.ts'
import { useDatabase } from '../../../../databases/use-database.ts'
import { useDatabases } from '../../../../databases/use-databases.ts'
import { repeatWhileWatched } from '../../../../live/repeat-while-watched.ts'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { AskedList } from '../../../../ui/asked-list.tsx'
import { useAsked } from '../../../../ui/use-asked.ts'
import { DatabaseNotOpen } from '../../../databases/components/database-not-open.tsx'
import { DatabaseSwitch } from '../../../databases/components/database-switch.tsx'
import { listIndexes, type DatabaseIndexes } from '../../queries/indexes.ts'
import { ExemptionsCard } from './exemptions-card.tsx'
import { ExpiryCard } from './expiry-card.tsx'
import { IndexesCard } from './indexes-card.tsx'
import type { IndexCardProps } from './index-card-props.ts'

/** While something is being built the list is asked again this often. */
const whileBuildingMs = 2_000

/** How the documents of the database that the address names are indexed, and when they go by themselves. */
export function IndexSettings() {
  const { project, id } = useDatabase()
  const databases = useDatabases()
  const hrefOf = (database: string): string => {
    const settings = `/projects/${encodeURIComponent(project.id)}/settings?section=indexes`
    return settings + databaseQuery(database).replace('?', '&')
  }
  return (
    <>
      <div className="empty:hidden">
        <DatabaseSwitch databases={databases} hrefOf={hrefOf} />
      </div>
      {databases.open === 'there' ? <IndexCards key={id} /> : <DatabaseNotOpen databases={databases} />}
    </>
  )
}

function IndexCards() {
  const database = useDatabase()
  const { asked, askAgain } = useAsked(useCallback(() => listIndexes(database), [database]))
  const isBuilding = asked.answer !== undefined && isUnderWay(asked.answer)
  useEffect(() => {
    if (isBuilding) return repeatWhileWatched(askAgain, whileBuildingMs)
  }, [isBuilding, askAgain])
  return (
    <AskedList asked={asked} askAgain={askAgain} failed={texts.failed} rows={4}>
      {(declared) => {
        const card: IndexCardProps = {
          declared,
          mayChange: database.project.role === 'owner',
          onChanged: askAgain,
        }
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
