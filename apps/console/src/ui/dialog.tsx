import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { uiTexts } from '../texts/en/ui.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** One for a question that must be answered before anything else. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly width?: 'narrow' | 'medium' | 'wide'
  /** False while something runs that can't be taken back. */
  readonly isDismissable?: boolean
  /** It asks in the place of a dialog that is open, which is there again afterwards: there is never one above another. */
  readonly isInPlace?: boolean
  /** For one that came while something else was under way, which a click beside it would end unseen. */
  readonly staysOnClickBeside?: boolean
}

const widths = { narrow: 'max-w-[26rem]', medium: 'max-w-[34rem]', wide: 'max-w-[52rem]' }

/** A question or a form above the page. Escape and a click beside it close it; focus goes back to where it was. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  role = 'dialog',
  width = 'narrow',
  isDismissable = true,
  staysOnClickBeside = false,
  isInPlace = false,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={isDismissable && role === 'dialog' && !staysOnClickBeside}
      isKeyboardDismissDisabled={!isDismissable}
      data-dialog={isInPlace ? 'in-place' : 'own'}
      className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto bg-scrim p-3 pt-[12vh] tablet:p-6 tablet:pt-[14vh]"
    >
      <Modal
        className={classNames(
          // In a window with room enough its content scrolls between its title and its buttons.
          'flex w-full animate-appear rounded-large tall:max-h-full border border-line bg-ground-1 shadow-float',
          widths[width],
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <header className="flex shrink-0 items-center gap-2 pt-4 pr-3 pl-5">
            <Heading slot="title" className="min-w-0 flex-1 text-section font-semibold">
              {title}
            </Heading>
            {isDismissable ? (
              <IconButton label={uiTexts.close} onPress={onClose}>
                <X />
              </IconButton>
            ) : (
              // Its place is kept, so that nothing moves when it goes.
              <div className="size-8 shrink-0 touch:size-10" />
            )}
          </header>
          <div className="relative min-h-0 px-5 pt-2 pb-5 tall:scroll-pb-20 tall:overflow-y-auto">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The row of buttons that ends a dialog, in view however long it is; the decisive one comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    // The place around it has a padding that it covers, too.
    <div className="-bottom-5 z-10 -mx-5 mt-2 -mb-5 flex flex-wrap justify-end gap-2 rounded-b-large bg-ground-1 px-5 pt-3 pb-5 tall:sticky">
      {children}
    </div>
  )
}
