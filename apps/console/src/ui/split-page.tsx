import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A page with a list and, while one of it is open, a panel at its end. Each scrolls by itself; without room for both there is the panel alone. */
export function SplitPage({ panel, children }: { readonly panel?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex h-full min-h-0">
      <div
        className={classNames(
          'relative min-w-0 flex-1 overflow-y-auto outline-none',
          panel !== undefined && 'hidden panel:block',
        )}
      >
        {children}
      </div>
      {panel}
    </div>
  )
}
