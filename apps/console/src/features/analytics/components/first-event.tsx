import { ChartColumn } from 'lucide-react'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { firstEventSnippet } from '../first-event-snippet.ts'
import type { AnalyticsCatalog } from '../queries/get-catalog.ts'
import { LeftOutBots } from './left-out-bots.tsx'

/** Before the first event: how an app reports one. It is looked for again from time to time. */
export function FirstEvent({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const { identity } = useProject()
  return (
    <section className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1">
      <EmptyState icon={<ChartColumn />} title={texts.emptyTitle}>
        <p>{texts.empty}</p>
        <p>{texts.emptyLive}</p>
        <p>{texts.botsHelp}</p>
        <LeftOutBots catalog={catalog} />
      </EmptyState>
      <CodeBlock label={texts.snippet} code={firstEventSnippet(identity, location.origin)} />
    </section>
  )
}
