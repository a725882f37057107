import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classNames } from './class-names.ts'

export interface SheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly label: string
  readonly side?: 'left' | 'right'
  readonly children: ReactNode
}

/** A panel that comes in from the side, over the page. */
export function Sheet({ isOpen, onClose, label, side = 'left', children }: SheetProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable
      className="fixed inset-0 z-40 bg-scrim"
    >
      <Modal
        className={classNames(
          'absolute inset-y-0 w-72 max-w-[85vw] animate-appear border-line bg-ground-1 shadow-float',
          side === 'left' ? 'left-0 border-r' : 'right-0 border-l',
        )}
      >
        <AriaDialog aria-label={label} className="h-full overflow-y-auto outline-none">
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
