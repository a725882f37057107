import { frameTexts } from '../../../texts/en/frame.ts'
import { notBuiltTexts } from '../../../texts/en/not-built.ts'
import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function SettingsPage() {
  return (
    <NotBuiltPage title={frameTexts.settings} meanwhile={<p>{notBuiltTexts.settingsMeanwhile}</p>}>
      <p>{notBuiltTexts.settings}</p>
    </NotBuiltPage>
  )
}
