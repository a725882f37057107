import { Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { PageHeader } from './page.tsx'
import { StatePanel } from './state-panel.tsx'
import { usePageTitle } from './use-page-title.ts'

export interface NotBuiltPageProps {
  readonly title: string
  /** What will be here. */
  readonly children?: ReactNode
  /** What holds until then. */
  readonly meanwhile?: ReactNode
}

/** A place that has its name and nothing in it yet. It says so, and shows no control that does nothing. */
export function NotBuiltPage({ title, children, meanwhile }: NotBuiltPageProps) {
  usePageTitle(title)
  return (
    <>
      <PageHeader title={title} fact={uiTexts.notBuiltFact} />
      <StatePanel icon={<Hammer />} title={uiTexts.notBuiltTitle}>
        {children}
        {meanwhile}
      </StatePanel>
    </>
  )
}
