import { useState } from 'react'
import { failureOf } from '../../../../errors/failure.ts'
import { reactionTo, type Reaction } from '../../../../errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Copyable } from '../../../../ui/copyable.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { PasswordField } from '../../../../ui/password-field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import {
  addProvider,
  changeProvider,
  googleId,
  removeProvider,
  type ProviderChange,
  type ProviderSettings,
} from '../../queries/providers.ts'

export interface ProviderDialogProps {
  /** The one that is edited; a new one when left out. */
  readonly provider: ProviderSettings | undefined
  readonly isGoogle: boolean
  readonly onChanged: () => void
  readonly onClose: () => void
}

interface Fields extends Record<string, string> {
  id: string
  displayName: string
  issuer: string
  clientId: string
  otherIds: string
  clientSecret: string
}

/** A provider's client. Its secret is written and never read. */
export function ProviderDialog({ provider, isGoogle, onChanged, onClose }: ProviderDialogProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [isOn, setOn] = useState(provider?.enabled ?? true)
  const [isRemoving, setRemoving] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const isNew = provider === undefined
  const form: Form<Fields> = useForm({
    initial: {
      id: isGoogle ? googleId : (provider?.id ?? 'oidc.'),
      displayName: provider?.displayName ?? '',
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      otherIds: (provider?.acceptedClientIds ?? []).join('\n'),
      clientSecret: '',
    },
    validators: {
      id: (id) => (isGoogle || /^oidc\.[a-z0-9][a-z0-9-]{0,30}$/.test(id.trim()) ? undefined : texts.providerIdInvalid),
      issuer: (issuer) => (isGoogle || isIssuer(issuer.trim()) ? undefined : texts.issuerInvalid),
      clientId: (clientId) => (clientId.trim() === '' ? texts.clientIdMissing : undefined),
      otherIds: (text) => {
        const ids = idsIn(text)
        return ids.length > 50 || ids.some((id) => id.length > 2_048) ? texts.otherIdsInvalid : undefined
      },
      clientSecret: (secret) => (isGoogle && isNew && secret === '' ? texts.secretMissing : undefined),
    },
    submit: async ({ id, displayName, issuer, clientId, otherIds, clientSecret }, changes) => {
      setFailing(undefined)
      const name = isGoogle ? 'Google' : displayName.trim() || id.trim()
      const written = {
        enabled: isOn,
        clientId: clientId.trim(),
        acceptedClientIds: idsIn(otherIds),
        ...(clientSecret !== '' && { clientSecret }),
        ...(!isGoogle && { displayName: name, issuer: issuer.trim() }),
      }
      try {
        const isDone = await recent.run(() =>
          isNew
            ? addProvider(project, id.trim(), written)
            : changeProvider(project, provider.id, changedOf(written, changes, isOn !== provider.enabled)),
        )
        if (!isDone) return
        toast(isNew ? texts.added(name) : texts.changed(name))
        onChanged()
        onClose()
      } catch (thrown) {
        if (failureOf(thrown).reason === 'CONFIGURATION_EXISTS') form.reject('id', texts.exists)
        else setFailing(reactionTo(thrown))
      }
    },
  })
  const name = provider?.displayName ?? ''
  if (isRemoving && provider !== undefined) {
    return (
      <>
        <ConfirmDialog
          title={texts.removeTitle(name)}
          confirm={texts.removeNamed(name)}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            if (!(await recent.run(() => removeProvider(project, provider.id)))) return false
            toast(texts.removed(name))
            onChanged()
            onClose()
            return true
          }}
        >
          {texts.removeText}
        </ConfirmDialog>
        {recent.dialog}
      </>
    )
  }
  return (
    <>
      <FormDialog
        title={isNew ? (isGoogle ? texts.addGoogleTitle : texts.addTitle) : texts.editTitle(name)}
        width="medium"
        form={form}
        failing={failing}
        submit={isNew ? texts.add : texts.save}
        onClose={onClose}
      >
        <div className="min-w-0">
          <p className="text-table text-ink-2">{texts.redirect}</p>
          <Copyable label={texts.redirect} value={`${location.origin}/__/auth/callback`} />
        </div>
        {!isGoogle && (
          <>
            <TextField
              {...form.field('id')}
              label={texts.providerId}
              description={texts.providerIdHelp}
              autoComplete="off"
              isMonospaced
              isReadOnly={!isNew}
              autoFocus={isNew}
            />
            <TextField
              {...form.field('displayName')}
              label={texts.displayName}
              description={texts.displayNameHelp}
              autoComplete="off"
            />
            <TextField
              {...form.field('issuer')}
              label={texts.issuer}
              description={texts.issuerHelp}
              type="url"
              autoComplete="off"
              isMonospaced
            />
          </>
        )}
        <TextField
          {...form.field('clientId')}
          label={texts.clientId}
          description={texts.clientIdHelp}
          autoComplete="off"
          isMonospaced
        />
        <TextArea
          {...form.field('otherIds')}
          label={texts.otherIds}
          description={texts.otherIdsHelp}
          rows={2}
          isMonospaced
        />
        <PasswordField
          {...form.field('clientSecret')}
          label={texts.secret}
          description={isNew ? texts.secretHelp : texts.secretKeep}
          autoComplete="new-password"
        />
        <Checkbox isSelected={isOn} onChange={setOn}>
          {texts.isOn}
        </Checkbox>
        {!isNew && (
          <div>
            <Button size="small" onPress={() => setRemoving(true)}>
              {texts.remove}
            </Button>
          </div>
        )}
      </FormDialog>
      {recent.dialog}
    </>
  )
}

/** What others changed since the dialog was opened stays. */
function changedOf(written: ProviderChange, changes: Partial<Fields>, isSwitched: boolean): ProviderChange {
  const isChanged: Readonly<Record<string, boolean>> = {
    enabled: isSwitched,
    acceptedClientIds: 'otherIds' in changes,
  }
  const kept = Object.entries(written).filter(([name]) => isChanged[name] ?? name in changes)
  return Object.fromEntries(kept)
}

function idsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((id) => id !== ''))]
}

/** https, or http on this machine; the server says the rest. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.')
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && search === '' && hash === ''
}
