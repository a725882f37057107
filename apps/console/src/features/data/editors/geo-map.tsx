import { Minus, Plus } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { landPath } from './land.ts'
import { frameAround, type GeoPoint, gridLines, movedBy, pointAt, zoomMax } from './world-map.ts'

const middle: GeoPoint = { latitude: 0, longitude: 0 }

/** A map without names or roads, drawn here: a click or the arrow keys set the point, + and - show less or more of the world. */
export function GeoMap({
  point,
  onPoint,
}: {
  readonly point: GeoPoint | undefined
  readonly onPoint: (point: GeoPoint) => void
}) {
  const [zoom, setZoom] = useState(0)
  const [center, setCenter] = useState(point ?? middle)
  const help = useId()
  const frame = frameAround(center, zoom)
  const { meridians, parallels } = gridLines(frame)
  const { west, north, width, height } = frame

  const zoomBy = (by: 1 | -1): void => {
    setZoom(Math.min(zoomMax, Math.max(0, zoom + by)))
    setCenter(point ?? middle)
  }
  const set = (next: GeoPoint): void => {
    onPoint(next)
    const isOutside =
      Math.abs(next.longitude - west - width / 2) > width / 2 ||
      Math.abs(next.latitude - north + height / 2) > height / 2
    if (isOutside) setCenter(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const by = event.shiftKey ? 10 : 1
    const from = point ?? center
    if (event.key === 'ArrowLeft') set(movedBy(from, frame, -by, 0))
    else if (event.key === 'ArrowRight') set(movedBy(from, frame, by, 0))
    else if (event.key === 'ArrowUp') set(movedBy(from, frame, 0, by))
    else if (event.key === 'ArrowDown') set(movedBy(from, frame, 0, -by))
    else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent): void => {
    const { left, top, width: across, height: down } = event.currentTarget.getBoundingClientRect()
    onPoint(pointAt(frame, (event.clientX - left) / across, (event.clientY - top) / down))
  }
  return (
    <div className="min-w-0">
      <div className="relative">
        <div
          role="application"
          aria-label={valueTexts.map(point === undefined ? '' : `${point.latitude}, ${point.longitude}`)}
          aria-describedby={help}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onClick={onClick}
          className="block aspect-[2/1] w-full cursor-crosshair overflow-hidden rounded border border-line-control bg-ground-2"
        >
          <svg
            aria-hidden="true"
            viewBox={`${west} ${-north} ${width} ${height}`}
            preserveAspectRatio="none"
            className="block size-full [&_*]:[vector-effect:non-scaling-stroke]"
          >
            <path d={landPath} className="fill-ground-3 stroke-line-strong" />
            <path d={pathOf(meridians, parallels, frame)} className="fill-none stroke-line" />
            <path d={`M${west} 0h${width}M0 ${-north}v${height}`} className="fill-none stroke-line-control" />
            {point !== undefined && (
              <path
                d={`M${west} ${-point.latitude}h${width}M${point.longitude} ${-north}v${height}`}
                className="fill-none stroke-ember-line"
              />
            )}
          </svg>
          {point !== undefined && (
            <span
              className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-ground-1 bg-ember"
              style={{
                left: `${((point.longitude - west) / width) * 100}%`,
                top: `${((north - point.latitude) / height) * 100}%`,
              }}
            />
          )}
        </div>
        <div className="absolute right-1 bottom-1 flex gap-1">
          <span className="rounded border border-line bg-ground-1">
            <IconButton size="small" label={valueTexts.seeLess} isDisabled={zoom === zoomMax} onPress={() => zoomBy(1)}>
              <Plus />
            </IconButton>
          </span>
          <span className="rounded border border-line bg-ground-1">
            <IconButton size="small" label={valueTexts.seeMore} isDisabled={zoom === 0} onPress={() => zoomBy(-1)}>
              <Minus />
            </IconButton>
          </span>
        </div>
      </div>
      <p id={help} className="mt-1.5 text-small text-ink-2">
        {valueTexts.mapHelp}
      </p>
    </div>
  )
}

function pathOf(
  meridians: readonly number[],
  parallels: readonly number[],
  { west, north, width, height }: { west: number; north: number; width: number; height: number },
): string {
  const down = meridians.map((longitude) => `M${longitude} ${-north}v${height}`)
  const across = parallels.map((latitude) => `M${west} ${-latitude}h${width}`)
  return [...down, ...across].join('')
}
