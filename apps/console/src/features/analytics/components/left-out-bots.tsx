import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { formatDateTime, formatNumber } from '../../../texts/format.ts'
import type { AnalyticsCatalog } from '../queries/get-catalog.ts'

/** How many events came from programs that call themselves so; nothing where there were none. */
export function LeftOutBots({ catalog: { leftOutBots } }: { readonly catalog: AnalyticsCatalog }) {
  if (leftOutBots.events === 0) return null
  return <p>{texts.leftOutBots(formatNumber(leftOutBots.events), formatDateTime(Date.parse(leftOutBots.since)))}</p>
}
