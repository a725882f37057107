import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../texts/en/ui.ts'

/** What developers look for at the end of a card; closed until it is wanted. */
export function DeveloperFold({
  title = uiTexts.forDevelopers,
  children,
}: {
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <details className="group border-t border-line">
      <summary className="flex cursor-default list-none items-center gap-1 px-4 py-2.5 text-table text-ink-2 hover:text-ink-1">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
