import type { Cost } from './http-load.ts'

export interface Figure {
  readonly name: string
  readonly unit: string
  readonly measured: number
  /** The least that could be had, measured in the same run; the figure then counts as a part of it. */
  readonly floor?: number
  /** With a floor the least ratio, without one the most the figure may be. */
  readonly goal?: number
  /** Processor time of one answer in microseconds; undefined where the system does not tell. */
  readonly serverMicros?: number | undefined
  readonly floorMicros?: number | undefined
  readonly loadMicros?: number | undefined
}

/** Hands a figure to `npm run bench`, which prints it. */
export function report(figure: Figure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
}

/**
 * Answers for each second of the server's processor time, beside those of the floor: what else the machine does adds nothing to either. Where the
 * system does not tell, answers a second. The medians over the rounds.
 */
export function reportCosts({
  name,
  measured,
  floor,
  goal,
}: {
  readonly name: string
  readonly measured: readonly Cost[]
  /** Without one the figure stands alone. */
  readonly floor: readonly Cost[]
  readonly goal?: number
}): void {
  const serverMicros = medianOf(measured, 'serverMicros')
  const floorMicros = medianOf(floor, 'serverMicros')
  const rateOf = (costs: readonly Cost[], micros: number | undefined): number =>
    micros === undefined ? (medianOf(costs, 'perSecond') ?? Number.NaN) : 1e6 / micros
  report({
    name,
    unit: serverMicros === undefined ? '/s' : '/cpu s',
    measured: rateOf(measured, serverMicros),
    ...(floor.length > 0 && { floor: rateOf(floor, floorMicros), ...(goal !== undefined && { goal }) }),
    serverMicros,
    floorMicros,
    loadMicros: medianOf(measured, 'loadMicros'),
  })
}

function medianOf(costs: readonly Cost[], key: keyof Cost): number | undefined {
  const figures = costs.map((cost) => cost[key]).filter((figure) => figure !== undefined)
  return figures.toSorted((one, other) => one - other)[figures.length >> 1]
}

/** Hands a sentence to `npm run bench`, which prints it among the figures. */
export function note(text: string): void {
  process.stdout.write(`${JSON.stringify({ note: text })}\n`)
}
