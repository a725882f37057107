import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** What stands beside the title and belongs to it. */
  readonly beside?: ReactNode
  /** One line of fact. */
  readonly fact?: ReactNode
  /** One primary action, and what goes beside it. */
  readonly actions?: ReactNode
  /** The title is the name of somebody: where the actions leave no room for all of it, they go below. */
  readonly isName?: boolean
}

/** The top of a page: title, one line of fact, one primary action. */
export function PageHeader({ title, beside, fact, actions, isName = false }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end gap-x-4 gap-y-3 px-4 pt-4 pb-3 tablet:px-5">
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
export function PageBody({
  children,
  width = 'full',
}: {
  readonly children: ReactNode
  readonly width?: 'full' | 'narrow'
}) {
  return (
    <div className={classNames('grid gap-3 px-4 pt-1 pb-8 tablet:px-5', width === 'narrow' && 'max-w-3xl')}>
      {children}
    </div>
  )
}
