/** A place along the axis, such as a day or a minute. */
export interface ChartPoint {
  /** In the table that is taken away: `2026-11-10`. */
  readonly id: string
  /** Below the axis: `10 Nov`. */
  readonly label: string
  /** In full: `Tue 10 Nov`. */
  readonly title: string
  /** What it is held against: `Tue 13 Oct`. */
  readonly before?: string | undefined
}

/** `now` is the first line, `before` what it is held against; `second` to `fifth` are further ones; stacks are `quiet` below and `danger` above. */
export type ChartLook = 'now' | 'before' | 'second' | 'third' | 'fourth' | 'fifth' | 'quiet' | 'danger'

export interface ChartSeries {
  readonly name: string
  /** One for each point; undefined where nothing is known. */
  readonly values: readonly (number | undefined)[]
  readonly look: ChartLook
}

/** Something that happened at a point: rules were published, a version of the app was seen first. */
export interface ChartMark {
  readonly id: string
  /** The index of its point. */
  readonly at: number
  readonly kind: 'rules' | 'app'
  /** On its pill: `Rules`, `App 2.4.0`. */
  readonly label: string
  /** In full: `Rules published at 08:40`. */
  readonly title: string
  /** What a click opens. */
  readonly href: string
}

/** Whether more is better; it gives a change its colour. */
export type Better = 'more' | 'less' | undefined

interface Look {
  /** A class that sets `currentColor`. */
  readonly color: string
  /** Of a line, `stroke-dasharray`: colour alone tells nothing apart. */
  readonly dash?: string
}

export const looks: Readonly<Record<ChartLook, Look>> = {
  now: { color: 'text-chart-line' },
  before: { color: 'text-chart-then', dash: '1 4' },
  second: { color: 'text-kind-2-mark', dash: '10 4' },
  third: { color: 'text-kind-3-mark', dash: '10 3 2 3' },
  fourth: { color: 'text-kind-4-mark', dash: '4 3' },
  fifth: { color: 'text-kind-5-mark', dash: '14 3 2 3 2 3' },
  quiet: { color: 'text-kind-8-mark' },
  danger: { color: 'text-crimson' },
}
