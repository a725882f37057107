import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface StatePanelProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly tone?: 'plain' | 'danger' | 'attention'
  readonly role?: 'alert' | 'status'
  readonly level?: 1 | 2
}

const iconTones = { plain: 'text-ink-3', danger: 'text-crimson', attention: 'text-amber' }

/** The body that the states of a list, a panel or a page share: what it is, what it means, the next step. */
export function StatePanel({ icon, title, children, actions, tone = 'plain', role, level = 2 }: StatePanelProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div
      {...(role !== undefined && { role })}
      className="mx-auto flex max-w-lg flex-col items-center px-6 py-12 text-center"
    >
      <span aria-hidden="true" className={classNames('mb-3 [&_svg]:size-6 [&_svg]:stroke-[1.6]', iconTones[tone])}>
        {icon}
      </span>
      <Title className="text-section font-semibold text-balance">{title}</Title>
      {children !== undefined && (
        <div className="mt-1.5 grid w-full justify-items-center gap-2 text-body text-pretty text-ink-2">{children}</div>
      )}
      {actions !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
