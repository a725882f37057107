import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string
  readonly children: ReactNode
  readonly size?: 'small' | 'medium'
}

/** A button with an icon alone; its name shows on hover and on focus. */
export function IconButton({ label, children, size = 'medium', ...props }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classNames(
          'inline-grid shrink-0 place-items-center rounded text-ink-2 transition-colors duration-100 hover:bg-ground-3 hover:text-ink-1',
          'touch:size-10 disabled:opacity-55 [&_svg]:size-4',
          size === 'small' ? 'size-6' : 'size-8',
        )}
      >
        {children}
      </AriaButton>
    </Tooltip>
  )
}
