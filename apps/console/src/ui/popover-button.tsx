import { useState, type ReactElement, type ReactNode } from 'react'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import { floatClasses } from './float.ts'

/** A button and the small form it opens beside itself. Escape and a click elsewhere close it. */
export function PopoverButton({
  trigger,
  label,
  children,
}: {
  /** What opens it: a `Button` or an `IconButton`. */
  readonly trigger: ReactElement
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {trigger}
      {/* Without a dialog of the library's inside it, the popover is the dialog itself, with its hidden way out inside. */}
      <Popover
        aria-label={label}
        placement="bottom start"
        offset={4}
        className={classNames(floatClasses, 'w-80 max-w-[calc(100vw-1rem)] overflow-auto p-3')}
      >
        {children(() => setOpen(false))}
      </Popover>
    </DialogTrigger>
  )
}
