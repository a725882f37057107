import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ErrorDetails } from '../backend/errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { DetailsFold } from './details-fold.tsx'
import { StatePanel } from './state-panel.tsx'

export interface DeniedStateProps {
  /** What was denied. */
  readonly title?: string
  /** Why, and whom to ask. */
  readonly children?: ReactNode
  readonly details?: ErrorDetails
  readonly actions?: ReactNode
  readonly level?: 1 | 2
}

/** Not allowed: what, why, and whom to ask. */
export function DeniedState({
  title = uiTexts.deniedTitle,
  children = uiTexts.deniedText,
  details,
  actions,
  level = 2,
}: DeniedStateProps) {
  return (
    <StatePanel
      icon={<Lock />}
      tone="attention"
      role="alert"
      level={level}
      title={title}
      {...(actions !== undefined && { actions })}
    >
      {children}
      {details !== undefined && <DetailsFold details={details} />}
    </StatePanel>
  )
}
