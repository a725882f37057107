import { useId, type ReactNode } from 'react'

export interface CardProps {
  readonly title: string
  /** At the right of the title. */
  readonly aside?: ReactNode
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Without room around the content, for tables and code. */
  readonly isFlush?: boolean
}

/** A part of a page with a title of its own. */
export function Card({ title, aside, description, children, isFlush }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={id} className="text-table font-semibold">
            {title}
          </h2>
          {description !== undefined && <p className="text-table text-ink-2">{description}</p>}
        </div>
        {aside}
      </header>
      {isFlush === true ? children : <div className="p-4">{children}</div>}
    </section>
  )
}
