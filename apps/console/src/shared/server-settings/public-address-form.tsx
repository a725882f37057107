import type * as api from '@hearth/api'
import { useState } from 'react'
import { type Reaction, reactionTo } from '../../backend/errors/reaction.ts'
import { useRecentSignIn } from '../../session/recent-sign-in.tsx'
import { useSession } from '../../session/session-context.tsx'
import { serverSettingsTexts as texts } from '../../texts/en/server-settings.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { ServerSettingsCalls, useServerSettingsChanged } from './server-settings.ts'

/** Where clients reach the server: asked there before it is stored, so that a wrong one is noticed here and not in a mail. */
export function PublicAddressForm({
  url,
  onSaved,
}: {
  /** As it is stored. */
  readonly url: string | null
  readonly onSaved?: (() => void) | undefined
}) {
  const recent = useRecentSignIn()
  const calls = new ServerSettingsCalls(useSession())
  const changed = useServerSettingsChanged()
  const [failing, setFailing] = useState<Reaction>()
  const [test, setTest] = useState<{ readonly url: string; readonly found: api.AddressTest }>()
  const store = async (address: string): Promise<void> => {
    await calls.setAddress(address)
    toast(texts.saved)
    await changed()
    onSaved?.()
  }
  const run = async (action: () => Promise<void>): Promise<void> => {
    setFailing(undefined)
    try {
      await recent.run(action, { act: texts.addressAct })
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
  }
  const form = useForm({
    initial: { url: url ?? suggestedAddress() },
    tidy: (_, value) => value.trim().replace(/\/$/, ''),
    validators: { url: (typed) => (isOrigin(typed.trim()) ? undefined : texts.addressInvalid) },
    submit: async (values) => {
      const address = values.url.trim().replace(/\/$/, '')
      await run(async () => {
        const found = await calls.testAddress(address)
        setTest({ url: address, found })
        if (found.result === 'answers') await store(address)
      })
    },
  })
  const tested = test?.url === form.values.url.trim().replace(/\/$/, '') ? test : undefined
  return (
    <form {...form.formProps} className="grid max-w-xl gap-3">
      <TextField
        {...form.field('url')}
        label={texts.address}
        description={isLocal(form.values.url) ? texts.addressLocal : texts.addressHelp}
        type="url"
        autoComplete="off"
        placeholder={texts.addressExample}
        isMonospaced
      />
      {tested !== undefined && <Found found={tested.found} />}
      <FailureNotice failing={failing} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={form.isSubmitting}>
          {texts.testAndSave}
        </Button>
        {tested !== undefined && tested.found.result !== 'answers' && (
          <Button onPress={() => void run(() => store(tested.url))}>{texts.saveAnyway}</Button>
        )}
      </div>
      {recent.dialog}
    </form>
  )
}

function Found({ found: { result, ms, location: where } }: { readonly found: api.AddressTest }) {
  const results = texts.addressResults
  if (result === 'answers') {
    return (
      <Notice tone="good" isAnnounced>
        {results.answers(ms)}
      </Notice>
    )
  }
  return (
    <Notice tone="attention" isAnnounced>
      <p className="wrap-anywhere">{result === 'redirected' ? results.redirected(where ?? '') : results[result]}</p>
      {result !== 'redirected' && result !== 'elsewhere' && <p className="mt-1 text-ink-2">{texts.notReached}</p>}
    </Notice>
  )
}

/** What this page was opened by, where others can open it too. */
function suggestedAddress(): string {
  return isLocal(window.location.origin) ? '' : window.location.origin
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) && URL.canParse(text)
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /\.localhost$|^127\./.test(hostname)
}
