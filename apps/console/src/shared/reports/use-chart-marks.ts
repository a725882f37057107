import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { useProject } from '../../session/project-context.tsx'
import type { ChartMark } from '../charts/chart-model.ts'
import { chartMarks, type SeenVersion } from './chart-marks.ts'
import { lengthOf, comparedRange } from './date-range.ts'
import { usePublishedRules } from './use-published-rules.ts'
import { runReport } from './run-report.ts'

const none: readonly SeenVersion[] = []

/**
 * What happened on the days of a chart: rules that were published, and versions of the app that came up in them. A chart is whole without
 * them: where they can't be read there are none.
 */
export function useChartMarks(days: readonly string[], timeZone: string): readonly ChartMark[] {
  const project = useProject()
  const [start, end] = [days[0] ?? '', days.at(-1) ?? '']
  const rules = usePublishedRules()
  const { data: versions = none } = useQuery({
    queryKey: [project.id, 'seen-versions', start, end],
    queryFn: async () => await listVersions(project, start, end),
    enabled: days.length > 0,
    staleTime: 60_000,
  })
  return useMemo(
    () => chartMarks({ rules, versions, days, timeZone, project: project.id }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- days are made anew at each render, and are those from start to end
    [rules, versions, start, end, timeZone, project.id],
  )
}

/** The versions by the day on which they were seen first; as many days before are looked at, so that what was there is not new. */
async function listVersions(project: ProjectSession, start: string, end: string): Promise<readonly SeenVersion[]> {
  const range = { start, end }
  const earlier = lengthOf(range) <= 200 ? comparedRange(range, 'before').start : start
  const { rows } = await runReport(project, {
    dimensions: ['date', 'appVersion'],
    metrics: ['eventCount'],
    range: { start: earlier, end },
    limit: 10_000,
  })
  const first = new Map<string, string>()
  for (const {
    keys: [date = '', version = ''],
  } of rows) {
    const known = first.get(version)
    if (known === undefined || date < known) first.set(version, date)
  }
  return [...first].map(([version, date]) => ({
    version,
    firstDay: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
  }))
}
