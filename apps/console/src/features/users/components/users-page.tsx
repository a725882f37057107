import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function UsersPage() {
  return <NotBuiltPage title="users" />
}
