import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function AccountPage() {
  return <NotBuiltPage title="account" />
}
