import type { KeyboardEvent, ReactNode } from 'react'
import { FocusScope } from 'react-aria/FocusScope'
import { createPortal } from 'react-dom'
import { paletteTexts } from '../../../../texts/en/palette.ts'

/**
 * The dialog of the palette over the page, after the ARIA Authoring Practices' modal dialog: it keeps the focus and covers the page. It comes with
 * a key, so the page under it is not made inert besides, which takes as long as everything else about it in a page with a long table.
 */
export function PaletteFrame({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return createPortal(
    <FocusScope contain restoreFocus>
      <div
        // Over a dialog of the library it is neither hidden nor robbed of the focus.
        data-react-aria-top-layer
        onPointerDown={({ target, currentTarget }) => {
          if (target === currentTarget) onClose()
        }}
        className="fixed inset-0 z-50 flex items-start justify-center bg-scrim p-3 tablet:pt-[10vh]"
      >
        <div
          role="dialog"
          aria-modal="true"
          aria-label={paletteTexts.title}
          onKeyDown={onKeyDown}
          className="flex max-h-[calc(100dvh-1.5rem)] w-full max-w-xl animate-appear flex-col overflow-hidden rounded-large border border-line bg-ground-1 shadow-float tablet:max-h-[70vh]"
        >
          {children}
        </div>
      </div>
    </FocusScope>,
    document.body,
  )
}
