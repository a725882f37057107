import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function FilesPage() {
  return <NotBuiltPage title="Files" />
}
