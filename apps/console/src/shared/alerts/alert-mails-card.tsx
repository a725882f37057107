import { alertAddressesMax, alertLanguages, type AlertLanguage } from '@hearth/api'
import { useState } from 'react'
import { failureOf } from '../../backend/errors/failure.ts'
import { type Reaction, reactionTo } from '../../backend/errors/reaction.ts'
import { useOwnsServer, useSignedIn } from '../../session/session-context.tsx'
import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { serverSettingsTexts } from '../../texts/en/server-settings.ts'
import { languageName } from '../../texts/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { type AlertScope, type AlertSettings, kindsOf, useAlertCalls } from './alert-scope.ts'

const address = /^[^\s<>,@]+@[^\s<>,@]+$/

interface CardProps {
  readonly scope: AlertScope
  readonly settings: AlertSettings
  readonly onChanged: () => void
}

/** What is told by mail, and to whom; and a mail to try it. */
export function AlertMailsCard(props: CardProps) {
  const ownsServer = useOwnsServer()
  return (
    <Card title={texts.receivers} description={texts.receiversText}>
      <div className="grid gap-5">
        {!props.settings.isMailEnabled && (
          <Notice
            tone="information"
            action={
              ownsServer && props.scope !== 'server' ? <TextLink to="/server">{texts.setUpMail}</TextLink> : undefined
            }
          >
            {texts.noMail}
          </Notice>
        )}
        <ReceiversForm {...props} />
        {props.settings.isMailEnabled && <TestMail scope={props.scope} language={props.settings.language} />}
      </div>
    </Card>
  )
}

function ReceiversForm({ scope, settings, onChanged }: CardProps) {
  const { calls, recent } = useAlertCalls(scope)
  const [failing, setFailing] = useState<Reaction>()
  const known = kindsOf(scope)
  const form = useForm<Record<'kinds' | 'team' | 'addresses' | 'language', string>>({
    initial: {
      kinds: known.filter((kind) => settings.kinds.includes(kind)).join(),
      team: settings.team,
      addresses: settings.addresses.join('\n'),
      language: settings.language,
    },
    tidy: (name, value) => (name === 'addresses' ? linesOf(value).join('\n') : value),
    validators: { addresses: problemOfAddresses },
    submit: async ({ kinds, team, addresses, language }) => {
      setFailing(undefined)
      const receivers = {
        kinds: known.filter((kind) => kinds.split(',').includes(kind)),
        team: teams.find((one) => one === team) ?? 'nobody',
        addresses: linesOf(addresses),
        language: languageOf(language),
      }
      try {
        const act = { act: texts.saveAct }
        if (!(await recent.run(async () => await calls.setReceivers(receivers), act))) return
        toast(texts.saved)
        onChanged()
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  const chosen = form.values.kinds.split(',')
  return (
    <form {...form.formProps} className="grid max-w-xl gap-4">
      <fieldset className="grid justify-items-start gap-1.5">
        <legend className="mb-1 text-table font-medium">{texts.kinds}</legend>
        {known.map((kind) => (
          <Checkbox
            key={kind}
            isSelected={chosen.includes(kind)}
            onChange={(isOn) =>
              form.setValue('kinds', known.filter((one) => (one === kind ? isOn : chosen.includes(one))).join())
            }
          >
            {texts.kindHelp[kind]}
          </Checkbox>
        ))}
        {form.values.kinds === '' && <p className="text-small text-ink-2">{texts.noKinds}</p>}
      </fieldset>
      <div className="grid items-start gap-3 tablet:grid-cols-2">
        <Select
          label={texts.team}
          value={teams.find((one) => one === form.values.team)}
          options={
            scope === 'server'
              ? (['owners', 'nobody'] as const).map((id) => ({ id, label: texts.teamsOfServer[id] }))
              : teams.map((id) => ({ id, label: texts.teams[id] }))
          }
          onChange={(id) => form.setValue('team', id)}
        />
        <Select
          label={texts.language}
          value={languageOf(form.values.language)}
          options={alertLanguages.map((id) => ({ id, label: languageName(id) }))}
          onChange={(id) => form.setValue('language', id)}
        />
      </div>
      <TextArea {...form.field('addresses')} label={texts.addresses} description={texts.addressesHelp} rows={3} />
      <FailureNotice failing={failing} />
      <div>
        <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
          {texts.save}
        </SaveButton>
      </div>
      {recent.dialog}
    </form>
  )
}

function TestMail({ scope, language }: { readonly scope: AlertScope; readonly language: AlertLanguage }) {
  const { calls, recent } = useAlertCalls(scope)
  const own = useSignedIn()?.account.email ?? ''
  const [failing, setFailing] = useState<Reaction>()
  const [result, setResult] = useState<{ readonly isSent: boolean; readonly text: string }>()
  const form = useForm({
    initial: { to: own },
    validators: { to: (typed) => (address.test(typed.trim()) ? undefined : texts.testToInvalid) },
    submit: async ({ to }) => {
      setFailing(undefined)
      setResult(undefined)
      try {
        const send = async (): Promise<void> => await calls.testMail(to.trim(), language)
        if (!(await recent.run(send, { act: texts.sendTest }))) return
        setResult({ isSent: true, text: texts.sent(to.trim()) })
      } catch (thrown) {
        const { reason, message = '' } = failureOf(thrown)
        if (reason === 'MAIL_NOT_SENT') setResult({ isSent: false, text: serverSettingsTexts.ofMailServer(message) })
        else setFailing(reactionTo(thrown))
      }
    },
  })
  return (
    <form {...form.formProps} className="grid max-w-xl gap-3 border-t border-line pt-4">
      <div className="grid items-end gap-3 tablet:grid-cols-[minmax(0,1fr)_auto]">
        <TextField {...form.field('to')} label={texts.testTo} type="email" autoComplete="email" />
        <Button type="submit" isPending={form.isSubmitting}>
          {texts.sendTest}
        </Button>
      </div>
      {result !== undefined && (
        <Notice tone={result.isSent ? 'good' : 'danger'} isAnnounced>
          {result.text}
        </Notice>
      )}
      <FailureNotice failing={failing} />
      {recent.dialog}
    </form>
  )
}

const teams = ['owners', 'editors', 'nobody'] as const

function languageOf(text: string): AlertLanguage {
  return text === 'de' ? 'de' : 'en'
}

function linesOf(text: string): readonly string[] {
  return text.split(/[\n,;]/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

function problemOfAddresses(text: string): string | undefined {
  const lines = linesOf(text)
  const wrong = lines.find((line) => !address.test(line))
  if (wrong !== undefined) return texts.addressInvalid(wrong)
  return lines.length > alertAddressesMax ? texts.tooManyAddresses : undefined
}
