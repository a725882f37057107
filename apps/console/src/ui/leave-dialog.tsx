import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { useBlocker, useRouter } from '@tanstack/react-router'

export interface LeaveDialogProps {
  readonly title?: string
  /** What is lost. */
  readonly text?: string
  readonly leave?: string
  readonly stay?: string
  /** The way to leave and lose nothing, where there is one. */
  readonly keep?: { readonly label: string; readonly isPending: boolean; readonly onKeep: () => void } | undefined
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks before something that isn't saved is lost. */
export function LeaveDialog({
  title = uiTexts.leaveTitle,
  text = uiTexts.leaveText,
  leave = uiTexts.leave,
  stay = uiTexts.stay,
  keep,
  onLeave,
  onStay,
}: LeaveDialogProps) {
  return (
    <Dialog isOpen role="alertdialog" onClose={onStay} title={title}>
      <p className="text-body text-ink-2">{text}</p>
      <DialogActions>
        <Button variant="quiet" isDisabled={keep?.isPending === true} onPress={onLeave}>
          {leave}
        </Button>
        <Button variant={keep === undefined ? 'primary' : 'default'} autoFocus onPress={onStay}>
          {stay}
        </Button>
        {keep !== undefined && (
          <Button variant="primary" isPending={keep.isPending} onPress={keep.onKeep}>
            {keep.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** An address as its route reads it. */
export interface Place {
  readonly routeId: string
  readonly pathname: string
  readonly params: object
  readonly search: object
}

/**
 * Stops whoever goes from one place to another while `asks` says so, until they have answered, and whoever closes the page while `asksOnClose`
 * does. While the next screen is loading the one before still stands, or is hidden behind the word that another is opening: who goes on from
 * there, or back, has answered already, and a question of a hidden screen could be seen by nobody.
 */
export function useLeaveBlocker({
  asks,
  asksOnClose,
}: {
  readonly asks: (current: Place, next: Place) => boolean
  readonly asksOnClose: () => boolean
}) {
  const router = useRouter()
  return useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const shown = router.state.resolvedLocation
      const isLeft = shown !== undefined && shown.pathname !== current.pathname
      return !isLeft && asks(current, next)
    },
    enableBeforeUnload: asksOnClose,
    withResolver: true,
  })
}
