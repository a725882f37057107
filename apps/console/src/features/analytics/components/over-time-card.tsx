import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { OverTimeChart, type OverTimeChartProps } from './over-time-chart.tsx'

export interface OverTimeCardProps extends Omit<OverTimeChartProps, 'aside'> {
  /** Right of the title. */
  readonly aside?: ReactNode
}

/** Metrics day by day, in a card of their own. */
export function OverTimeCard({ aside, ...chart }: OverTimeCardProps) {
  return (
    <Card title={chart.title} aside={aside} isFlush>
      <OverTimeChart {...chart} />
    </Card>
  )
}
