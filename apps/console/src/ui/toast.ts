import { toast as show } from 'sonner'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/**
 * A polite word about something that is done, with at most one way back. Never the only place of an error. It stays while it is
 * hovered or focused.
 */
export function toast(message: string, action?: ToastAction, durationMs = action === undefined ? 4000 : 10_000): void {
  show(message, {
    duration: durationMs,
    ...(action !== undefined && { action: { label: action.label, onClick: () => action.run() } }),
  })
}
