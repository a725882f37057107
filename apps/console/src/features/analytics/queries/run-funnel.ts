import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'
import { conditionOf, eventOf, type FunnelStepAsked, type StepCondition } from '../funnel-step.ts'

export interface FunnelQuestion {
  /** Two at least. */
  readonly steps: readonly FunnelStepAsked[]
  readonly range: DateRange
  readonly windowSeconds: number
  /** An app id. */
  readonly app?: string | undefined
}

/** Shares are between 0 and 1. */
export type Funnel = api.Funnel
export type FunnelStep = Funnel['steps'][number]

type FunnelBody = api.InputOf<typeof api.postFunnel>['body']

export function funnelBody({ steps, range, windowSeconds, app }: FunnelQuestion): FunnelBody {
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
  return await callApi(api.postFunnel, { project: project.id, body: funnelBody(question) }, project)
}

/** As an expression of the reports. */
export function filterOf({ parameter: fieldName, comparison, value }: StepCondition): object {
  const exact = { filter: { fieldName, stringFilter: { value } } }
  const number = (operation: string) => ({
    filter: { fieldName, numericFilter: { operation, value: { doubleValue: Number(value) } } },
  })
  switch (comparison) {
    case 'is':
      return exact
    case 'is-not':
      return { notExpression: exact }
    case 'contains':
      return { filter: { fieldName, stringFilter: { value, matchType: 'CONTAINS' } } }
    case 'at-least':
      return number('GREATER_THAN_OR_EQUAL')
    case 'at-most':
      return number('LESS_THAN_OR_EQUAL')
  }
}
