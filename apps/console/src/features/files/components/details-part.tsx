import { useId, type ReactNode } from 'react'

/** A part of the details with a heading of its own. */
export function DetailsPart({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line p-4">
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <h3 id={id} className="flex-1">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

export interface DetailsFact {
  readonly name: string
  readonly value: ReactNode
}

/** Names and values in a narrow panel, the value below its name where it needs the width. */
export function DetailsFacts({ facts }: { readonly facts: readonly DetailsFact[] }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-table">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="break-words text-ink-2">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
