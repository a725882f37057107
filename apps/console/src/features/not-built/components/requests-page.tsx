import { frameTexts } from '../../../texts/en/frame.ts'
import { notBuiltTexts } from '../../../texts/en/not-built.ts'
import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function RequestsPage() {
  return (
    <NotBuiltPage title={frameTexts.requests} meanwhile={<p>{notBuiltTexts.requestsMeanwhile}</p>}>
      <p>{notBuiltTexts.requests}</p>
    </NotBuiltPage>
  )
}
