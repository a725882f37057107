import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ErrorDetails } from '../backend/errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { DetailsFold } from './details-fold.tsx'
import { StatePanel } from './state-panel.tsx'

export interface ErrorStateProps {
  /** What failed. */
  readonly title: string
  /** What it means, whether anything was saved, and what to do. */
  readonly children?: ReactNode
  readonly onRetry?: () => void
  readonly details?: ErrorDetails
  readonly actions?: ReactNode
  readonly level?: 1 | 2
}

/** Something failed: what, whether anything was saved, try again, and the request id to quote. */
export function ErrorState({ title, children, onRetry, details, actions, level = 2 }: ErrorStateProps) {
  return (
    <StatePanel
      icon={<CircleAlert />}
      tone="danger"
      role="alert"
      level={level}
      title={title}
      actions={
        <>
          {onRetry !== undefined && (
            <Button icon={<RotateCw />} onPress={onRetry}>
              {uiTexts.tryAgain}
            </Button>
          )}
          {actions}
        </>
      }
    >
      {children}
      {details !== undefined && <DetailsFold details={details} />}
    </StatePanel>
  )
}
