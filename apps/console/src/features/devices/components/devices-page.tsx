import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function DevicesPage() {
  return <NotBuiltPage title="Devices" />
}
