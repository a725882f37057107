import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function AnalyticsPage() {
  return <NotBuiltPage title="Analytics" />
}
