import { heatSteps } from './heat-step.ts'

/** Backgrounds and the letters upon them, from little to much. */
export const heatClasses = [
  'bg-heat-1 text-ink-1',
  'bg-heat-2 text-ink-1',
  'bg-heat-3 text-on-heat-3',
  'bg-heat-4 text-on-heat-4',
  'bg-heat-5 text-on-heat-5',
] as const

/** The five colours between the ends of the range that they stand for. */
export function HeatLegend({ low, high }: { readonly low: string; readonly high: string }) {
  return (
    <p className="flex items-center gap-1 text-small text-ink-2 tabular-nums">
      {low}
      <span aria-hidden="true" className="flex gap-0.5 px-0.5">
        {heatClasses.slice(0, heatSteps).map((classes) => (
          <span key={classes} className={`h-2 w-6 rounded-[2px] ${classes}`} />
        ))}
      </span>
      {high}
    </p>
  )
}
