import type { ReactNode } from 'react'
import { Inbox } from 'lucide-react'
import { StatePanel } from './state-panel.tsx'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** The one next step. */
  readonly action?: ReactNode
  readonly icon?: ReactNode
  /** 1 where it is all that the page has. */
  readonly level?: 1 | 2
}

/** Nothing here yet: what this is for, and the one next step. */
export function EmptyState({ title, children, action, icon = <Inbox />, level = 2 }: EmptyStateProps) {
  return (
    <StatePanel icon={icon} title={title} level={level} {...(action !== undefined && { actions: action })}>
      {children}
    </StatePanel>
  )
}
