import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { DateRange } from '../date-range.ts'
import { filterOf } from '../funnel-filter.ts'
import { conditionOf, eventOf, type FunnelStepAsked } from '../funnel-step.ts'
import { analyticsPath } from './analytics-path.ts'

export interface FunnelQuestion {
  /** Two at least. */
  readonly steps: readonly FunnelStepAsked[]
  readonly range: DateRange
  readonly windowSeconds: number
  /** An app id. */
  readonly app?: string | undefined
}

const funnel = z.object({
  users: z.number(),
  steps: z.array(
    z.object({
      eventName: z.string(),
      users: z.number(),
      ofFirst: z.number(),
      ofPrevious: z.number(),
      lost: z.number(),
      medianSecondsFromPrevious: z.nullable(z.number()),
    }),
  ),
})

/** Shares are between 0 and 1. */
export type Funnel = z.infer<typeof funnel>
export type FunnelStep = Funnel['steps'][number]

export function funnelBody({ steps, range, windowSeconds, app }: FunnelQuestion): object {
  return {
    steps: steps.map((step) => {
      const condition = conditionOf(step)
      return { eventName: eventOf(step), ...(condition !== undefined && { filter: filterOf(condition) }) }
    }),
    startDate: range.start,
    endDate: range.end,
    windowSeconds,
    ...(app !== undefined && { appId: app }),
  }
}

export async function runFunnel(project: ProjectSession, question: FunnelQuestion): Promise<Funnel> {
  return await project.call({
    method: 'POST',
    path: analyticsPath(project, 'funnel'),
    body: funnelBody(question),
    answer: funnel,
  })
}
