import { frameTexts } from '../../../texts/en/frame.ts'
import { notBuiltTexts } from '../../../texts/en/not-built.ts'
import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function RulesPage() {
  return (
    <NotBuiltPage title={frameTexts.rules} meanwhile={<p>{notBuiltTexts.rulesMeanwhile}</p>}>
      <p>{notBuiltTexts.rules}</p>
    </NotBuiltPage>
  )
}
