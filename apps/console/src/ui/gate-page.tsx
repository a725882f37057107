import type { ReactNode } from 'react'
import { appTexts } from '../texts/en/app.ts'
import { Mark } from './mark.tsx'
import { usePageTitle } from './use-page-title.ts'

export interface GatePageProps {
  readonly title: string
  readonly subtitle: ReactNode
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/** The screens before anybody is signed in: one column on a quiet ground. */
export function GatePage({ title, subtitle, children, footer }: GatePageProps) {
  usePageTitle(title)
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 py-8">
      <div className="w-full max-w-[360px] tablet:pb-[6vh]">
        <div className="mb-6 flex items-center gap-2 text-[17px] font-semibold tracking-tight">
          <Mark size={24} />
          {appTexts.name}
        </div>
        <h1>{title}</h1>
        <p className="mt-0.5 mb-5 text-balance text-ink-2">{subtitle}</p>
        {children}
        {footer !== undefined && <div className="mt-6 text-center text-table text-ink-2">{footer}</div>}
      </div>
    </main>
  )
}
