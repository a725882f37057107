import { CircleAlert, CircleCheck } from 'lucide-react'
import { Toaster as SonnerToaster } from 'sonner'
import { uiTexts } from '../texts/en/ui.ts'

/** Where toasts appear: at the bottom in the middle, where they lie on no first column, and above the foot of a table. Its colours are the tokens', so it follows the theme by itself. */
export function Toaster() {
  return (
    <SonnerToaster
      position="bottom-center"
      offset={{ bottom: 48 }}
      containerAriaLabel={uiTexts.notifications}
      visibleToasts={4}
      icons={{
        success: <CircleCheck className="size-4 text-moss" aria-hidden="true" />,
        error: <CircleAlert className="size-4 text-crimson" aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) font-sans items-center gap-3 rounded border border-line bg-ground-1 px-3.5 py-2.5 text-table text-ink-1 shadow-float',
          title: 'font-normal',
          content: 'min-w-0 flex-1',
          icon: 'shrink-0',
          actionButton:
            'ml-auto h-7 shrink-0 rounded border border-line-control bg-ground-1 px-2.5 font-medium text-ink-1 hover:bg-ground-2',
        },
      }}
    />
  )
}
