import { classNames } from '../../ui/class-names.ts'

const height = 48

/** Counts by the minute without axes, the newest at the right and paler, since it is not over yet; the words beside it say what it means. */
export function MiniBars({ values }: { readonly values: readonly number[] }) {
  const top = Math.max(1, ...values)
  const step = 100 / Math.max(1, values.length)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className="block h-12 w-full border-b border-chart-axis text-chart-fade"
    >
      {values.map((value, at) => {
        const high = value === 0 ? 0 : Math.max(1.5, (value / top) * (height - 2))
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            key={at}
            x={at * step + step * 0.12}
            width={step * 0.76}
            y={height - high}
            height={high}
            fill="currentColor"
            className={classNames(at === values.length - 1 && 'opacity-50')}
          />
        )
      })}
    </svg>
  )
}
