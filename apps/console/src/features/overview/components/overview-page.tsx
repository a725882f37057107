import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function OverviewPage() {
  return <NotBuiltPage title="overview" />
}
