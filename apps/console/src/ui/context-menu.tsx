import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { FocusScope } from 'react-aria/FocusScope'
import { Menu as AriaMenu } from 'react-aria-components/Menu'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { floatClasses } from './float.ts'
import { placeBeside } from './place-beside.ts'
import { usePressElsewhere } from './use-press-elsewhere.ts'

/**
 * What can be done with what was pressed by the right button, at the pointer: `MenuItem`s and what parts them. It has the focus until something
 * is chosen, Escape or a press elsewhere closes it; then what had it before has it again.
 */
export function ContextMenu({
  label,
  x,
  y,
  onClose,
  children,
}: {
  readonly label: string
  /** In the window, in CSS pixels. */
  readonly x: number
  readonly y: number
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const float = useRef<HTMLDivElement>(null)
  const pressed = usePressElsewhere(onClose)
  useLayoutEffect(() => {
    const menu = float.current
    if (menu === null) return
    const place = (): void => placeBeside(menu, menu, { at: new DOMRect(x, y, 0, 0) })
    place()
    // Its items come a moment later, and make it wider.
    const observer = new ResizeObserver(place)
    observer.observe(menu)
    return () => observer.disconnect()
  }, [x, y])
  return createPortal(
    <FocusScope contain restoreFocus>
      <div
        ref={float}
        role="dialog"
        aria-label={label}
        onPointerDown={pressed}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // By itself a menu leaves Escape to what opened it.
          if (event.key === 'Escape') onClose()
        }}
        className={classNames(floatClasses, 'fixed z-50 max-w-80 min-w-52 overflow-auto')}
      >
        <AriaMenu aria-label={label} autoFocus="first" onClose={onClose} className="p-1 outline-none">
          {children}
        </AriaMenu>
      </div>
    </FocusScope>,
    document.body,
  )
}
