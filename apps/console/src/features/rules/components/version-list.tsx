import { History } from 'lucide-react'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { LiveRules, RulesVersion } from '../../../shared/rules/published-rules.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import type { Pages } from '../../../ui/use-pages.ts'
import { useVersions } from '../queries/rules-queries.ts'
import { useSignedIn } from '../../../session/session-context.tsx'

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
  const pages = useVersions(area, live)
  return (
    <QueryContent query={pages.query} failed={rulesTexts.versionsFailed} rows={4}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState icon={<History />} title={rulesTexts.noVersions}>
            {rulesTexts.noVersionsText}
          </EmptyState>
        ) : (
          <Versions versions={rows} pages={pages} holding={live.rulesetName} onCompare={onCompare} />
        )
      }
    </QueryContent>
  )
}

function Versions({
  versions,
  pages: { mayShowMore, isReading, showMore },
  holding,
  onCompare,
}: {
  readonly versions: readonly RulesVersion[]
  readonly pages: Pages<RulesVersion>
  /** The name of the version that holds. */
  readonly holding: string | undefined
  readonly onCompare: (version: RulesVersion) => void
}) {
  return (
    <div>
      <ul aria-label={rulesTexts.versions} className="divide-y divide-line">
        {versions.map((version) => (
          <li key={version.name} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-table" title={version.note}>
                {version.note === '' ? <span className="text-ink-2">{rulesTexts.noNote}</span> : version.note}
              </p>
              <p className="truncate text-small text-ink-2">
                <Moment at={version.createdAt} /> · <Author author={version.author} />
              </p>
            </div>
            {version.name === holding ? (
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
      {mayShowMore && (
        <div className="p-3 text-center">
          <Button size="small" isPending={isReading} onPress={showMore}>
            {rulesTexts.more}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A sentence: who published what holds now. */
export function PublishedBy({ author }: { readonly author: string }) {
  return (
    <>
      {rulesTexts.publishedBy} <Author author={author} />.
    </>
  )
}

/** Who made a version: oneself, a key, or a uid. */
function Author({ author }: { readonly author: string }) {
  const account = useSignedIn()?.account
  if (author === 'server') return rulesTexts.byServer
  if (account?.uid === author) return rulesTexts.byYou
  return <span className="font-mono break-all">{author}</span>
}
