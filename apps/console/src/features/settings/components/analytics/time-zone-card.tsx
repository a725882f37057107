import { useProject } from '../../../../session/project-context.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { ComboField } from '../../../../ui/combo-field.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { SaveButton } from '../../../../ui/save-button.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { changeAnalyticsSettings, useAnalyticsSettings } from '../../queries/settings-queries.ts'

const analyticsSettingsTexts = settingsTexts.analyticsSettings
const texts = analyticsSettingsTexts.zone

const known: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** Whose days the reports count, which owners change. */
export function TimeZoneCard() {
  const project = useProject()
  const settings = useAnalyticsSettings()
  return (
    <Card title={texts.title} description={texts.help}>
      <QueryContent query={settings} failed={texts.failed} rows={1}>
        {({ timeZone }) =>
          project.role === 'owner' ? (
            <ZoneForm timeZone={timeZone} onChanged={() => void settings.refetch()} />
          ) : (
            <p className="text-table">
              <span className="font-mono text-code">{timeZone}</span>
              <span className="block text-ink-2">{texts.ownersOnly}</span>
            </p>
          )
        }
      </QueryContent>
    </Card>
  )
}

function ZoneForm({ timeZone, onChanged }: { readonly timeZone: string; readonly onChanged: () => void }) {
  const project = useProject()
  const form: Form<{ zone: string }> = useForm({
    initial: { zone: timeZone },
    validators: { zone: (zone) => (known.includes(zone.trim()) ? undefined : texts.unknown) },
    submit: async ({ zone }) => {
      await changeAnalyticsSettings(project, { timeZone: zone.trim() })
      toast(texts.saved)
      onChanged()
    },
  })
  return (
    <form {...form.formProps} className="grid max-w-80 gap-3">
      <ComboField {...form.field('zone')} label={texts.zone} description={texts.zoneHelp} options={known} />
      <div>
        <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
          {texts.save}
        </SaveButton>
      </div>
      <FailureNotice failing={form.failing} />
    </form>
  )
}
