import {
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  type KeyboardEvent,
} from 'react'
import { FocusScope } from 'react-aria/FocusScope'
import { createPortal } from 'react-dom'
import { uiTexts } from '../texts/en/ui.ts'
import { classNames } from './class-names.ts'
import { floatClasses } from './float.ts'
import { onMove, placeBeside } from './place-beside.ts'
import { usePressElsewhere } from './use-press-elsewhere.ts'

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

/**
 * A small form that floats beside the button that opened it and keeps the focus, which goes back to the button in the end. The page around it stays
 * as it is: the component library's popover makes all of it inert, and the browser works out the style of each row of a table anew for that.
 */
function PopoverPanel({
  label,
  beside,
  onClose,
  children,
}: {
  readonly label: string
  readonly beside: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  const pressed = usePressElsewhere(onClose, beside)
  useLayoutEffect(() => {
    const float = panel.current
    const button = beside.current
    if (float === null || button === null) return
    const place = (): void => placeBeside(float, button)
    place()
    return onMove(place)
  }, [beside])
  useEffect(() => {
    const float = panel.current
    if (float !== null && !float.contains(document.activeElement)) float.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return createPortal(
    <FocusScope contain restoreFocus>
      <div
        ref={panel}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerDown={pressed}
        className={classNames(floatClasses, 'fixed z-50 w-80 max-w-[calc(100vw-1rem)] overflow-auto p-3')}
      >
        {children}
        {/* For screen readers on phones, which have no Escape. */}
        <button type="button" tabIndex={-1} aria-label={uiTexts.close} onClick={onClose} className="sr-only" />
      </div>
    </FocusScope>,
    document.body,
  )
}
