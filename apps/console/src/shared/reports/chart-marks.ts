import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { formatDateTime } from '../../texts/format.ts'
import type { ChartMark } from '../charts/chart-model.ts'
import { formatDayShort } from './format-metric.ts'
import { dayIn } from './time-zone.ts'

export interface PublishedRules {
  /** That of the version. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly isOfFiles: boolean
}

export interface SeenVersion {
  readonly version: string
  /** `2026-11-10` */
  readonly firstDay: string
}

export interface MarkSources {
  readonly rules: readonly PublishedRules[]
  readonly versions: readonly SeenVersion[]
  /** Those of the chart, in order. */
  readonly days: readonly string[]
  readonly timeZone: string
  /** Its id. */
  readonly project: string
}

/** A mark for each day on which rules were published, and one for each version of the app that is new among others. */
export function chartMarks({ rules, versions, days, timeZone, project }: MarkSources): readonly ChartMark[] {
  const base = `/projects/${encodeURIComponent(project)}`
  const placeOf = (at: number): number => days.indexOf(dayIn(timeZone, at))
  return [...rulesMarks(rules, placeOf, base), ...versionMarks(versions, days, base)]
}

/**
 * A mark for each step of time in which rules were published.
 *
 * @param begins of the steps, in milliseconds since the epoch
 */
export function marksOfTimes(
  rules: readonly PublishedRules[],
  begins: readonly number[],
  stepMs: number,
  project: string,
): readonly ChartMark[] {
  const placeOf = (at: number): number => begins.findIndex((begin) => at >= begin && at < begin + stepMs)
  return rulesMarks(rules, placeOf, `/projects/${encodeURIComponent(project)}`)
}

/** @param placeOf the index of the point that a time belongs to; -1 for none */
function rulesMarks(
  rules: readonly PublishedRules[],
  placeOf: (at: number) => number,
  base: string,
): readonly ChartMark[] {
  const byPlace = new Map<number, PublishedRules[]>()
  for (const one of rules) {
    const at = placeOf(one.at)
    if (at >= 0) byPlace.set(at, [...(byPlace.get(at) ?? []), one])
  }
  return [...byPlace].flatMap(([at, together]) => {
    const [latest] = together.toSorted((one, other) => other.at - one.at)
    if (latest === undefined) return []
    const moment = formatDateTime(latest.at)
    return {
      id: `rules ${latest.id}`,
      at,
      kind: 'rules' as const,
      label: texts.rules,
      title: together.length === 1 ? texts.rulesAt(moment) : texts.rulesMany(together.length, moment),
      href: `${base}/rules?${latest.isOfFiles ? 'area=files&' : ''}version=${encodeURIComponent(latest.id)}`,
    }
  })
}

/** The first version of all is no news, and neither are events that don't say theirs. */
function versionMarks(versions: readonly SeenVersion[], days: readonly string[], base: string): readonly ChartMark[] {
  const named = versions.filter(({ version }) => version !== '' && !version.startsWith('('))
  const oldest = named.map(({ firstDay }) => firstDay).toSorted()[0]
  return named.flatMap(({ version, firstDay }) => {
    const at = days.indexOf(firstDay)
    if (at < 0 || firstDay === oldest) return []
    return {
      id: `app ${version}`,
      at,
      kind: 'app' as const,
      label: texts.app(version),
      title: texts.appAt(version, formatDayShort(firstDay)),
      href: `${base}/analytics?report=audience`,
    }
  })
}
