import type { CSSProperties } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { classNames } from './class-names.ts'
import { useDelay } from './use-delay.ts'

/** A grey bar in the place of a text; give it the size of what will come. */
export function SkeletonBar({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block h-3.5 animate-skeleton rounded-small bg-ground-3', className)}
    />
  )
}

/**
 * What is loading, in the shape of what will be there. Shows nothing for the first 150 ms, so that what is quick never flickers.
 */
export function Skeleton({ rows = 5, label = uiTexts.loading }: { readonly rows?: number; readonly label?: string }) {
  const isLong = useDelay(150)
  return (
    <div role="status" className="w-full">
      {isLong && (
        <>
          <span className="sr-only">{label}</span>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="flex h-(--row) items-center gap-4 border-b border-line px-3">
              <SkeletonBar className={rowWidths[row % rowWidths.length] ?? 'w-1/3'} />
              <SkeletonBar className="w-16" />
              <SkeletonBar className="ml-auto w-12" />
            </div>
          ))}
        </>
      )}
    </div>
  )
}

/** A chart or a card that is loading, in its place. `height` in pixels, on a desk. */
export function BlockSkeleton({ height }: { readonly height: number }) {
  const isLong = useDelay(150)
  return (
    <div
      role="status"
      className="h-56 w-full p-4 tablet:h-(--height)"
      style={{ '--height': `${height}px` } as CSSProperties}
    >
      {isLong && (
        <>
          <span className="sr-only">{uiTexts.loading}</span>
          <SkeletonBar className="h-full rounded" />
        </>
      )}
    </div>
  )
}

const rowWidths = ['w-2/5', 'w-1/3', 'w-1/2', 'w-1/4', 'w-[45%]']
