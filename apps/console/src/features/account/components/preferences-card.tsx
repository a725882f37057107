import { Monitor, Moon, Sun } from 'lucide-react'
import { useChooseLanguage } from '../../../shared/console-data/use-choose-language.ts'
import { useChooseTheme } from '../../../shared/console-data/use-choose-theme.ts'
import { isMeasuringRefusedByBrowser, setDensity, setMeasuring } from '../../../browser/preferences.ts'
import { useChosenLanguage, useDensity, useMeasuring, useTheme } from '../../../session/use-preferences.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { offeredLanguages } from '../../../texts/language.ts'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Choice } from '../../../ui/choice.tsx'

const themes = [
  { id: 'system', label: accountTexts.system, icon: <Monitor aria-hidden="true" /> },
  { id: 'light', label: accountTexts.light, icon: <Sun aria-hidden="true" /> },
  { id: 'dark', label: accountTexts.dark, icon: <Moon aria-hidden="true" /> },
] as const

const densities = [
  { id: 'comfortable', label: accountTexts.comfortable },
  { id: 'compact', label: accountTexts.compact },
] as const

const languages = [
  { id: 'browser', label: accountTexts.languageOfBrowser },
  ...offeredLanguages.map(({ id, name }) => ({ id, label: name })),
] as const

/** How the console looks and speaks: theme and language for the account, the rest in this browser. */
export function PreferencesCard() {
  return (
    <Card title={accountTexts.preferences}>
      <div className="grid gap-4">
        <Choice label={accountTexts.theme} options={themes} value={useTheme()} onChange={useChooseTheme()} />
        <Choice label={accountTexts.density} options={densities} value={useDensity()} onChange={setDensity} />
        <LanguageChoice />
        <div>
          <Switch
            label={accountTexts.measuring}
            isOn={useMeasuring() && !isMeasuringRefusedByBrowser()}
            onChange={setMeasuring}
            isDisabled={isMeasuringRefusedByBrowser()}
          />
          <p className="mt-1 text-table text-ink-2">
            {isMeasuringRefusedByBrowser() ? accountTexts.measuringRefused : accountTexts.measuringText}
          </p>
        </div>
      </div>
    </Card>
  )
}

function LanguageChoice() {
  const choose = useChooseLanguage()
  const chosen = useChosenLanguage()
  return (
    <Select
      label={accountTexts.language}
      description={accountTexts.languageHelp}
      options={languages}
      value={offeredLanguages.find(({ id }) => id === chosen)?.id ?? 'browser'}
      onChange={(id) => choose(id === 'browser' ? undefined : id)}
    />
  )
}
