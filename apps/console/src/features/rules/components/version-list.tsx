import { History } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AskFailed } from '../../../ui/asked-list.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { type LiveRules, listVersions, type RulesVersion } from '../../../rules/published-rules.ts'
import type { RulesArea } from '../../../rules/rules-area.ts'
import { Author } from './published-by.tsx'

const pagesMax = 25

/** What was published, the latest first, with who made it, when and why. */
export function VersionList({
  area,
  live,
  onCompare,
}: {
  readonly area: RulesArea
  readonly live: LiveRules
  readonly onCompare: (version: RulesVersion) => void
}) {
  const database = useDatabase()
  const [pages, setPages] = useState(1)
  const { rulesetName } = live
  const ask = useCallback(async () => {
    let page = await listVersions(database, area, undefined)
    const versions = [...page.versions]
    for (let shown = 1; shown < pages && page.nextPageToken !== undefined; shown++) {
      page = await listVersions(database, area, page.nextPageToken)
      versions.push(...page.versions)
    }
    // Another version that holds is another list.
    return { versions, hasMore: page.nextPageToken !== undefined, rulesetName }
  }, [database, area, pages, rulesetName])
  const { asked, askAgain } = useAsked(ask)
  const { answer } = asked
  if (answer === undefined) {
    return asked.status === 'failed' ? (
      <AskFailed title={rulesTexts.versionsFailed} error={asked.error} askAgain={askAgain} />
    ) : (
      <Skeleton rows={4} />
    )
  }
  if (answer.versions.length === 0) {
    return (
      <EmptyState icon={<History />} title={rulesTexts.noVersions}>
        {rulesTexts.noVersionsText}
      </EmptyState>
    )
  }
  return (
    <div>
      <ul aria-label={rulesTexts.versions} className="divide-y divide-line">
        {answer.versions.map((version) => (
          <li key={version.name} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-table" title={version.note}>
                {version.note === '' ? <span className="text-ink-2">{rulesTexts.noNote}</span> : version.note}
              </p>
              <p className="truncate text-small text-ink-2">
                <Moment at={version.createdAt} /> · <Author author={version.author} />
              </p>
            </div>
            {version.name === rulesetName ? (
              <Badge tone="good">{rulesTexts.live}</Badge>
            ) : (
              <Button
                size="small"
                aria-label={rulesTexts.compareVersion(formatDateTime(version.createdAt))}
                onPress={() => onCompare(version)}
              >
                {rulesTexts.compare}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {answer.hasMore && pages < pagesMax && (
        <div className="p-3 text-center">
          <Button size="small" onPress={() => setPages(pages + 1)}>
            {rulesTexts.more}
          </Button>
        </div>
      )}
    </div>
  )
}
