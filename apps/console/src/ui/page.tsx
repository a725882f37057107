import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The two widths that pages have, on the same left edge: `full` for what is worked with, `narrow` for what is read and filled in. */
type PageWidth = 'full' | 'narrow'

/** 960 pixels and the room around them. */
const narrowClass = 'max-w-[63rem]'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** What stands beside the title and belongs to it. */
  readonly beside?: ReactNode
  /** One line of fact. */
  readonly fact?: ReactNode
  /** One primary action, and what goes beside it. */
  readonly actions?: ReactNode
  /** Of the body below it. */
  readonly width?: PageWidth
  /** The title is the name of somebody: where the actions leave no room for all of it, they go below. */
  readonly isName?: boolean
}

/** The top of a page: title, one line of fact, one primary action. */
export function PageHeader({ title, beside, fact, actions, width = 'full', isName = false }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pt-4 pb-3 tablet:px-6',
        width === 'narrow' && narrowClass,
      )}
    >
      <div className={classNames('min-w-0 flex-1', isName ? 'basis-auto' : 'basis-56')}>
        <div className="flex min-w-0 items-center gap-2">
          <h1 className="min-w-0 max-tablet:line-clamp-2 max-tablet:wrap-anywhere tablet:truncate">{title}</h1>
          {beside}
        </div>
        {fact !== undefined && <p className="mt-0.5 min-h-5 text-table text-ink-2">{fact}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** The body of a page that scrolls as a whole; `narrow` for what is read and filled in rather than scanned. */
export function PageBody({ children, width = 'full' }: { readonly children: ReactNode; readonly width?: PageWidth }) {
  return (
    <div className={classNames('grid gap-3 px-4 pt-1 pb-8 tablet:px-6', width === 'narrow' && narrowClass)}>
      {children}
    </div>
  )
}
