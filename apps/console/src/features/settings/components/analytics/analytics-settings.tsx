import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { Select } from '../../../../ui/select.tsx'
import { toast } from '../../../../ui/toast.ts'
import { changeAnalyticsSettings, useAnalyticsSettings } from '../../queries/settings-queries.ts'

const texts = settingsTexts.analyticsSettings
const choices = [1, 2, 6, 14, 26, 38, 50, 60]

/** For how long events are kept, which owners change. */
export function AnalyticsSettings() {
  const settings = useAnalyticsSettings()
  return (
    <Card title={texts.title} description={texts.help}>
      <QueryContent query={settings} failed={texts.failed} rows={1}>
        {({ retentionMonths }) => (
          <KeepForm key={retentionMonths} months={retentionMonths} onChanged={() => void settings.refetch()} />
        )}
      </QueryContent>
    </Card>
  )
}

function KeepForm({ months, onChanged }: { readonly months: number; readonly onChanged: () => void }) {
  const project = useProject()
  const [chosen, setChosen] = useState(months)
  const [isAsking, setAsking] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const isOwner = project.role === 'owner'
  const recent = useRecentSignIn(project)
  const change = async () => {
    await changeAnalyticsSettings(project, { retentionMonths: chosen })
    toast(texts.saved)
    onChanged()
  }
  const save = async () => {
    setFailing(undefined)
    setSaving(true)
    try {
      await change()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
    setSaving(false)
  }
  const options = [...new Set([...choices, months])].toSorted((one, other) => one - other)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-40">
          <Select
            label={texts.months}
            value={String(chosen)}
            isDisabled={!isOwner}
            options={options.map((count) => ({ id: String(count), label: texts.monthsOf(count) }))}
            onChange={(id) => setChosen(Number(id))}
          />
        </div>
        {isOwner && (
          <Button
            isDisabled={chosen === months}
            isPending={isSaving}
            onPress={() => (chosen < months ? setAsking(true) : void save())}
          >
            {texts.save}
          </Button>
        )}
      </div>
      {!isOwner && <p className="text-table text-ink-2">{texts.ownersOnly}</p>}
      <FailureNotice failing={failing} />
      {isAsking && (
        <ConfirmDialog
          title={texts.shorterTitle}
          confirm={texts.shorterButton}
          onClose={() => setAsking(false)}
          // Events go for good: the server asks for a recent sign-in.
          onConfirm={() => recent.run(change)}
        >
          {texts.shorterText(texts.monthsOf(chosen))}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </div>
  )
}
