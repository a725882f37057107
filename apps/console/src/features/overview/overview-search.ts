export const spans = [7, 14, 30] as const
/** The last so many days, today included, against as many before. */
export type Span = (typeof spans)[number]

/** What the address of the overview says. */
export interface OverviewSearch {
  /** A week, unless told otherwise. */
  readonly days?: Span
}

export function readOverviewSearch({ days }: Record<string, unknown>): OverviewSearch {
  const known = spans.find((one) => one === days)
  return known === undefined || known === spans[0] ? {} : { days: known }
}
