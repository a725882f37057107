import type { ReactNode } from 'react'
import { Inbox } from 'lucide-react'
import { StatePanel } from './state-panel.tsx'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** The one next step. */
  readonly action?: ReactNode
  readonly icon?: ReactNode
}

/** Nothing here yet: what this is for, and the one next step. */
export function EmptyState({ title, children, action, icon = <Inbox /> }: EmptyStateProps) {
  return (
    <StatePanel icon={icon} title={title} {...(action !== undefined && { actions: action })}>
      {children}
    </StatePanel>
  )
}
