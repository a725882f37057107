export const comparisons = ['is', 'is-not', 'contains', 'at-least', 'at-most'] as const
export type StepComparison = (typeof comparisons)[number]

/** What a parameter of an event has to be, so that the event counts. */
export interface StepCondition {
  readonly parameter: string
  readonly comparison: StepComparison
  /** For `at-least` and `at-most` a number. */
  readonly value: string
}

/** A step of a funnel, as the address has it: the name of an event, or that and a condition. */
export type FunnelStepAsked = string | { readonly event: string; readonly where: StepCondition }

export function eventOf(step: FunnelStepAsked): string {
  return typeof step === 'string' ? step : step.event
}

export function conditionOf(step: FunnelStepAsked): StepCondition | undefined {
  return typeof step === 'string' ? undefined : step.where
}

/** A step that an address names; undefined when it can't be read. */
export function readStep(step: unknown): FunnelStepAsked | undefined {
  if (typeof step === 'string') return step
  if (typeof step !== 'object' || step === null || !('event' in step) || !('where' in step)) return undefined
  const { event, where } = step
  if (typeof event !== 'string' || typeof where !== 'object' || where === null) return undefined
  const { parameter, comparison: said, value } = where as Record<string, unknown>
  const comparison = comparisons.find((one) => one === said)
  if (typeof parameter !== 'string' || comparison === undefined || typeof value !== 'string') return undefined
  const condition = { parameter, comparison, value }
  return isComplete(condition) ? { event, where: condition } : event
}

/** Whether the value is one that can be compared so. */
export function isComplete({ comparison, value }: StepCondition): boolean {
  return isNumeric(comparison) ? value.trim() !== '' && Number.isFinite(Number(value)) : true
}

export function isNumeric(comparison: StepComparison): boolean {
  return comparison === 'at-least' || comparison === 'at-most'
}
