import { ProgressBar } from 'react-aria-components/ProgressBar'

export interface ProgressProps {
  readonly label: string
  /** From 0 to 1. */
  readonly value: number
  readonly tone?: 'ember' | 'moss' | 'amber' | 'crimson'
}

const tones = { ember: 'bg-ember', moss: 'bg-moss', amber: 'bg-amber', crimson: 'bg-crimson' }

/** How far something has come. */
export function Progress({ label, value, tone = 'ember' }: ProgressProps) {
  return (
    <ProgressBar aria-label={label} value={value * 100} className="w-full">
      {({ percentage }) => (
        <div className="h-1 overflow-hidden rounded-full bg-ground-3">
          <div
            className={`h-full rounded-full transition-[width] duration-100 ${tones[tone]}`}
            style={{ width: `${percentage ?? 0}%` }}
          />
        </div>
      )}
    </ProgressBar>
  )
}
