import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** As a field's message, for what isn't a text field: spoken as it appears. */
export function FieldProblem({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-1.5 text-table text-crimson">
      <TriangleAlert className="mt-[3px] size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
