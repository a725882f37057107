import type { ReactNode } from 'react'

/** Lines of a card beside the timeline. */
export function SideList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

/** What it is, what there is to say of it, and what stands at its end: a number, or what is done with it. */
export function SideLine({
  icon,
  name,
  detail,
  end,
}: {
  readonly icon?: ReactNode
  readonly name: ReactNode
  readonly detail?: ReactNode
  readonly end?: ReactNode
}) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 px-4 py-1 text-table [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 truncate">{name}</span>
        {detail !== undefined && <span className="min-w-0 truncate text-ink-2">{detail}</span>}
      </span>
      {/* What a quiet button says ends where numbers do. */}
      <span className="shrink-0 [&>button]:-mr-2.5">{end}</span>
    </li>
  )
}
