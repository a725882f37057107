import { ProgressBar } from 'react-aria-components/ProgressBar'
import { Meter as AriaMeter } from 'react-aria-components/Meter'

export interface ProgressProps {
  readonly label: string
  /** From 0 to 1. */
  readonly value: number
  readonly tone?: 'sky' | 'moss' | 'amber' | 'crimson'
}

const tones = { sky: 'bg-sky', moss: 'bg-moss', amber: 'bg-amber', crimson: 'bg-crimson' }

/** How far something has come. */
export function Progress({ label, value, tone = 'sky' }: ProgressProps) {
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

interface MeterProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** The value in words, such as "320 of 1,000 characters". */
  readonly valueText: string
}

/** How much of a limit is used: calm, then amber from nine tenths on, then crimson. */
export function Meter({ label, value, max, valueText }: MeterProps) {
  const share = max === 0 ? 0 : value / max
  const fill = share > 1 ? 'bg-crimson' : share >= 0.9 ? 'bg-amber' : 'bg-slate'
  return (
    <AriaMeter aria-label={label} value={Math.min(value, max)} maxValue={max} valueLabel={valueText} className="w-full">
      {({ percentage }) => (
        <>
          <div className="mb-1 flex justify-between gap-3 text-small text-ink-2">
            <span>{label}</span>
            <span className="tabular-nums">{valueText}</span>
          </div>
          <div className="h-1 overflow-hidden rounded-full bg-ground-3">
            <div className={`h-full rounded-full ${fill}`} style={{ width: `${percentage}%` }} />
          </div>
        </>
      )}
    </AriaMeter>
  )
}
