import { useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react'
import { PopoverPanel } from './popover-panel.tsx'

/** What opens a popover passes these on to its `Button` or `IconButton`. */
export interface PopoverTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly onPress: () => void
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-expanded': boolean
}

/** A button and the small form it opens beside itself. Escape and a press elsewhere close it. */
export function PopoverButton({
  trigger,
  label,
  children,
}: {
  readonly trigger: (props: PopoverTrigger) => ReactElement
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => setOpen(false)
  return (
    <>
      {trigger({
        ref: button,
        onPress: () => setOpen(!isOpen),
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
      })}
      {isOpen && (
        <PopoverPanel label={label} beside={button} onClose={close}>
          {children(close)}
        </PopoverPanel>
      )}
    </>
  )
}
