import { Link, useNavigate } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts } from '../../../texts/en/analytics.ts'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { formatNumber } from '../../../texts/format.ts'
import { overviewTexts as texts } from '../../../texts/en/overview.ts'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useDelay } from '../../../ui/use-delay.ts'
import { ChangeText } from '../../../shared/charts/change-text.tsx'
import { Chart } from '../../../shared/charts/chart.tsx'
import { dayPoints } from '../../../shared/reports/day-points.ts'
import { useChartMarks } from '../../../shared/reports/use-chart-marks.ts'
import type { Trends } from '../trends.ts'

const chartHeight = 280
const noDays: readonly string[] = []

/** How many come, the one large figure of the overview, with its course against the days before. */
export function PeopleCard({ trends }: { readonly trends: Trends | undefined }) {
  const project = useProject()
  const navigate = useNavigate()
  const isLong = useDelay(150)
  const { days = noDays, daysBefore = noDays, people } = trends ?? {}
  const marks = useChartMarks(days, 'UTC')
  const isEmpty = people !== undefined && people.now === 0 && people.before === 0
  return (
    <section
      aria-label={texts.peopleActive}
      className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1"
    >
      <div className="px-4 pt-4">
        <h2 className="text-small font-medium text-ink-3">
          <Link
            to="/projects/$project/analytics"
            params={{ project: project.id }}
            className="no-underline hover:underline"
          >
            {texts.peopleActive}
          </Link>
        </h2>
        <p className="mt-0.5 flex min-h-12 flex-wrap items-baseline gap-x-3">
          {people === undefined ? (
            isLong && <SkeletonBar className="h-8 w-32" />
          ) : (
            <>
              <span className="text-[2.5rem]/12 font-semibold tracking-[-0.035em] tabular-nums tablet:text-display">
                {formatNumber(people.now)}
              </span>
              {people.before !== undefined && !isEmpty && (
                <ChangeText
                  now={people.now}
                  before={people.before}
                  better="more"
                  beforeSaid={chartsTexts.beforeWas(formatNumber(people.before))}
                />
              )}
              <span className="text-small text-ink-3">{texts.byEvents}</span>
            </>
          )}
        </p>
      </div>
      {people === undefined ? (
        <div style={{ height: chartHeight + 36 }} />
      ) : (
        <Chart
          label={texts.peopleByDay}
          kind="line"
          pointTitle={analyticsTexts.day}
          points={dayPoints(days, daysBefore)}
          series={[
            { name: texts.days(days.length), values: people.values, look: 'now' },
            { name: analyticsTexts.daysBefore(days.length), values: people.past ?? [], look: 'before' },
          ]}
          format={formatNumber}
          better="more"
          marks={marks}
          open={chartsTexts.todaySoFar}
          opens={{
            hint: analyticsTexts.opensLog.day,
            onOpen: ({ id }) =>
              void navigate({
                to: '/projects/$project/analytics',
                params: { project: project.id },
                search: { report: 'log', from: id, to: id },
              }),
          }}
          height={chartHeight}
          empty={
            isEmpty ? (
              <>
                {texts.noEvents}{' '}
                <TextLink to="/projects/$project/analytics" params={{ project: project.id }}>
                  {texts.howEvents}
                </TextLink>
              </>
            ) : undefined
          }
        />
      )}
    </section>
  )
}
