import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'

/** One of the three columns: its heading, what can be done here, and a list that scrolls by itself. */
export function Column({
  title,
  actions,
  isOuter = false,
  children,
}: {
  readonly title: string
  /** Something inside it is open: on a phone that takes its place, and the breadcrumb leads back. */
  readonly isOuter?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'min-w-0 flex-col overflow-hidden rounded-large border border-line bg-ground-1 tablet:flex',
        isOuter ? 'hidden' : 'flex',
      )}
    >
      <header className="flex min-h-10 items-center gap-2 border-b border-line px-3">
        <h2 className="min-w-0 flex-1 truncate text-table font-medium text-ink-2">{title}</h2>
        {actions}
      </header>
      <div className="min-h-40 flex-1 overflow-auto tablet:max-h-[calc(100dvh-13rem)]">{children}</div>
    </section>
  )
}
