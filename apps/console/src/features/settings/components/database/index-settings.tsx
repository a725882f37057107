import { databaseQuery } from '../../../../shared/databases/database-search.ts'
import { useDatabase, useDatabases } from '../../../../shared/databases/use-databases.ts'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { DatabaseNotOpen, DatabaseSwitch } from '../../../../shared/databases/components/database-switch.tsx'
import { useIndexes } from '../../queries/settings-queries.ts'
import { ExemptionsCard } from './exemptions-card.tsx'
import { ExpiryCard } from './expiry-card.tsx'
import { IndexesCard } from './indexes-card.tsx'
import type { IndexCardProps } from './index-card.tsx'

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
  const indexes = useIndexes()
  return (
    <QueryContent query={indexes} failed={texts.failed} rows={4}>
      {(declared) => {
        const card: IndexCardProps = {
          declared,
          mayChange: database.project.role === 'owner',
          onChanged: () => void indexes.refetch(),
        }
        return (
          <>
            <IndexesCard {...card} />
            <ExemptionsCard {...card} />
            <ExpiryCard {...card} />
          </>
        )
      }}
    </QueryContent>
  )
}
