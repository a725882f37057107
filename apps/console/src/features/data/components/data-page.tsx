import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function DataPage() {
  return <NotBuiltPage title="Data" />
}
