import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'

/** Addresses that few write: of a provider that runs on a server of one's own. Open where there is something to see. */
export function OwnServerFold({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return (
    <details className="group text-table" {...(isOpen && { open: true })}>
      <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-small text-ink-2 hover:text-ink-1">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        {texts.ownServer}
      </summary>
      <div className="mt-3 grid gap-4">{children}</div>
    </details>
  )
}
