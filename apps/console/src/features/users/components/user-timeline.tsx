import type { TimelinePart } from '@hearth/api'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatDayTitle } from '../../../texts/format.ts'
import { personTexts as texts } from '../../../texts/en/person.ts'
import { useProject } from '../../../session/project-context.tsx'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { classNames } from '../../../ui/class-names.ts'
import { HelpButton } from '../../../ui/help-button.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { foldTimeline, type FoldedEntry } from '../fold-timeline.ts'
import { useTimeline } from '../queries/person-queries.ts'
import { readUserSearch, timelineParts } from '../user-search.ts'
import { TimelineLine } from './timeline-line.tsx'
import type { UserCardProps } from './user-card-props.ts'

/** Everything that is known of a user in one order, the newest first; the address says which part of it is shown. */
export function UserTimeline({ user }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
  const navigate = useNavigate()
  const { part } = readUserSearch(useSearch({ strict: false }))
  const pages = useTimeline(user.localId, part)
  const show = (next: TimelinePart | undefined): void =>
    void navigate({ to: '.', search: next === undefined ? {} : { part: next } })
  const isOwner = project.role === 'owner'
  return (
    <section aria-labelledby="timeline" className="min-w-0 rounded-large border border-line bg-ground-1">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-3 tablet:px-4.5">
        <div className="flex items-center gap-1">
          <h2 id="timeline" className="text-section font-semibold">
            {texts.timeline}
          </h2>
          <HelpButton label={texts.timelineHelp}>
            {texts.kept} {!isOwner && texts.withoutAudit}
          </HelpButton>
        </div>
        <div role="group" aria-label={texts.parts} className="flex min-w-0 fade-edges gap-1 overflow-x-auto">
          <PartButton isOn={part === undefined} onPress={() => show(undefined)}>
            {texts.all}
          </PartButton>
          {timelineParts
            .filter((one) => isOwner || one !== 'team')
            .map((one) => (
              <PartButton key={one} isOn={part === one} onPress={() => show(one)}>
                {texts.partNames[one]}
              </PartButton>
            ))}
        </div>
      </header>
      <QueryContent query={pages.query} failed={texts.timelineFailed} rows={8}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="px-4.5 py-6 text-table text-ink-2">{part === undefined ? texts.empty : texts.emptyPart}</p>
          ) : (
            <Days entries={foldTimeline(rows)} names={namesOf(user)} />
          )
        }
      </QueryContent>
      <div className="px-4.5 pb-3 empty:hidden">
        <MoreRows pages={pages} more={texts.earlier} full={texts.full} />
      </div>
    </section>
  )
}

function PartButton({
  isOn,
  onPress,
  children,
}: {
  readonly isOn: boolean
  readonly onPress: () => void
  readonly children: string
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        'h-6.5 shrink-0 rounded-small px-2 text-table -outline-offset-2 touch:h-10',
        isOn ? 'bg-ground-3 font-medium text-ink-1' : 'text-ink-2 hover:bg-ground-2 hover:text-ink-1',
      )}
    >
      {children}
    </button>
  )
}

function namesOf(user: ProjectUser): Readonly<Record<string, string>> {
  const name = labelOf(user)
  return { [user.localId]: name, ...(user.email !== undefined && { [user.email]: name }) }
}

function Days({
  entries,
  names,
}: {
  readonly entries: readonly FoldedEntry[]
  readonly names: Readonly<Record<string, string>>
}) {
  const now = useNow(60_000)
  const days = new Map<string, FoldedEntry[]>()
  for (const folded of entries) {
    const day = formatDayTitle(Date.parse(folded.entry.time), now)
    const ofDay = days.get(day)
    if (ofDay === undefined) days.set(day, [folded])
    else ofDay.push(folded)
  }
  return (
    <div className="px-4 pt-1 pb-3 tablet:px-4.5">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="pt-2.5 pb-1 pl-10 text-small font-medium text-ink-3">{day}</h3>
          <ol className="relative before:absolute before:inset-y-4 before:left-3.25 before:w-px before:bg-line">
            {ofDay.map((folded) => (
              <TimelineLine key={keyOf(folded)} folded={folded} names={names} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function keyOf({ entry }: FoldedEntry): string {
  return `${entry.kind} ${entry.time}`
}
