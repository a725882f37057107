import { Link } from '@tanstack/react-router'
import { Rocket, Shield } from 'lucide-react'
import { chartsTexts as texts } from '../../texts/en/charts.ts'
import type { ChartGeometry } from './chart-geometry.ts'
import type { ChartMark } from './chart-model.ts'

const icons = { rules: Shield, app: Rocket }
/** Of a pill with its words, and of one without, in pixels. */
const widthOf = (label: string): number => 30 + label.length * 6.2
const bareWidth = 24

/** Rules that were published and new versions of the app: pills above the lines. Where there is no room for the words, the icon is enough. */
export function ChartMarks({
  geometry: { xs, left: start, right, zoom },
  marks,
}: {
  readonly geometry: ChartGeometry
  readonly marks: readonly ChartMark[]
}) {
  if (marks.length === 0) return null
  return (
    <ul aria-label={texts.marks}>
      {placesOf(marks, xs, { start, end: right }, zoom).map(({ mark, left, hasWords }) => {
        const Icon = icons[mark.kind]
        return (
          <li key={mark.id} className="absolute top-0" style={{ left }}>
            <Link
              to={mark.href}
              title={mark.title}
              aria-label={mark.title}
              className="flex h-6 min-w-6 items-center justify-center gap-1 rounded-full border border-line-strong bg-ground-1 px-[0.3rem] text-[0.6875rem] font-medium whitespace-nowrap text-ink-2 no-underline hover:border-line-control hover:text-ink-1"
            >
              <Icon aria-hidden="true" className="size-3 shrink-0" />
              {hasWords && mark.label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

interface MarkPlace {
  readonly mark: ChartMark
  readonly left: number
  readonly hasWords: boolean
}

/** Within the axes, from the left: words where they end before the next pill; a pill that would lie on the one before has its drop alone, and is read at its point. */
function placesOf(
  marks: readonly ChartMark[],
  xs: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
  zoom: number,
): readonly MarkPlace[] {
  const inOrder = marks.toSorted((one, other) => one.at - other.at)
  const places: MarkPlace[] = []
  let taken = 0
  for (const [index, mark] of inOrder.entries()) {
    const x = xs[mark.at] ?? 0
    const following = inOrder.slice(index + 1).find(({ at }) => (xs[at] ?? 0) > x + bareWidth * zoom)
    const until = following === undefined ? end : Math.min(end, (xs[following.at] ?? 0) - bareWidth * zoom)
    const wide = widthOf(mark.label) * zoom
    const hasWords = x - 10 * zoom + wide <= until || (following === undefined && end - wide >= taken)
    const left = Math.max(start, Math.min(x - 10 * zoom, end - (hasWords ? wide : bareWidth * zoom)))
    if (left < taken) continue
    places.push({ mark, left, hasWords })
    taken = left + (hasWords ? wide : bareWidth * zoom) + 2
  }
  return places
}
