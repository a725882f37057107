import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { classNames } from '../../../ui/class-names.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { encodePath } from '../../../documents/data-path.ts'

/** One of the columns: its heading, what can be done here, and a list that scrolls by itself. */
export function Column({
  title,
  actions,
  footer,
  backTo,
  isOuter = false,
  isBare = false,
  heading,
  state,
  plane = 'card',
  children,
}: {
  readonly title: string
  /** Something inside it is open: on a phone that takes its place, and the way back leads here. */
  readonly isOuter?: boolean
  /** Its heading is for screen readers alone, as that of the page says the same. */
  readonly isBare?: boolean
  readonly plane?: 'page' | 'card'
  /** The id of what is shown, in the place of the title. */
  readonly heading?: string
  /** What is happening to it, beside its heading. */
  readonly state?: string
  /** The path of what is shown, whose parent the way back leads to on a phone. */
  readonly backTo?: string
  readonly actions?: ReactNode
  /** Stays in sight below what scrolls. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}) {
  const project = useProject()
  return (
    <section
      aria-label={title}
      className={classNames(
        'min-h-0 min-w-0 flex-1 flex-col overflow-clip border-t border-line tablet:flex',
        plane === 'page' ? 'bg-ground-0 max-tablet:border-b tablet:border-t-0' : 'bg-ground-1',
        isOuter ? 'hidden' : 'flex',
      )}
    >
      <header className={isBare ? 'sr-only' : 'flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-3'}>
        {backTo !== undefined && (
          <Link
            to="/projects/$project/data/$"
            params={{ project: project.id, _splat: encodePath(backTo.split('/').slice(0, -1).join('/')) }}
            search={(before) => ({ ...before, tab: undefined })}
            aria-label={dataTexts.back}
            className="-ml-1 grid size-8 place-items-center rounded text-ink-2 hover:bg-ground-3 tablet:hidden touch:size-10"
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
          </Link>
        )}
        {heading === undefined ? (
          <h2 className="shrink-0 grow truncate text-table font-medium text-ink-2">{title}</h2>
        ) : (
          <h2 className="min-w-0 grow truncate font-mono text-code">
            <bdi>{visibleDirections(heading)}</bdi>
          </h2>
        )}
        {state !== undefined && <span className="shrink-0 text-small text-ink-2">{state}</span>}
        {actions}
      </header>
      <div className="min-h-12 flex-1 overflow-auto">{children}</div>
      {footer !== undefined && <div className="sticky bottom-0 tablet:static">{footer}</div>}
    </section>
  )
}
