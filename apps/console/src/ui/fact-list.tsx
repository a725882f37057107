import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Fact {
  readonly id: string
  readonly name: string
  readonly value: ReactNode
  /** It has several lines: its name stands beside the first. */
  readonly isTall?: boolean
}

/** Names and values, one pair a line. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid text-table">
      {facts.map((fact) => (
        <div
          key={fact.id}
          className={classNames(
            'grid min-h-(--row) grid-cols-1 gap-x-4 border-b border-line px-4 py-1.5 last:border-b-0 tablet:grid-cols-[12rem_1fr]',
            fact.isTall === true ? 'items-baseline' : 'items-center',
          )}
        >
          <dt className="text-ink-2">{fact.name}</dt>
          <dd className="min-w-0">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
