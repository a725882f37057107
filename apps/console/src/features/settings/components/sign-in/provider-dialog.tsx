import { useState, type ReactNode } from 'react'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { providerFieldsTexts as fieldTexts } from '../../../../texts/en/provider-fields.ts'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { CopyLine } from '../../../../ui/copyable.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form, type FieldProps } from '../../../../ui/use-form.ts'
import {
  isEndpoint,
  problemOf,
  providerFields,
  refusedField,
  type ProviderField as FieldName,
  type ProviderKind,
  type ProviderField as Name,
  redirectAddress,
} from '../../provider-kinds.ts'
import { addProvider, changeProvider, removeProvider, type ProviderSettings } from '../../queries/providers.ts'
import { ChevronRight } from 'lucide-react'
import { PasswordField } from '../../../../ui/password-field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'

export interface ProviderDialogProps {
  readonly kind: ProviderKind
  /** The one that is edited; a new one when left out. */
  readonly provider: ProviderSettings | undefined
  readonly onChanged: () => void
  readonly onClose: () => void
}

type Fields = Record<FieldName, string>

/** What a provider and this project know each other by. Secrets are written and never read. */
export function ProviderDialog({ kind, provider, onChanged, onClose }: ProviderDialogProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [isOn, setOn] = useState(provider?.enabled ?? true)
  const [isRemoving, setRemoving] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const isNew = provider === undefined
  const form: Form<Fields> = useForm({
    initial: initialOf(kind, provider, project.id),
    validators: Object.fromEntries(
      kind.fields.map((name) => [name, (value: string) => sentenceOf(kind, name, value, isNew)]),
    ),
    submit: async (values, changes) => {
      setFailing(undefined)
      const id = values.id.trim()
      const name = kind.name ?? (values.displayName.trim() || id)
      const written = Object.fromEntries(kind.fields.filter((one) => one !== 'id').map((one) => [one, values[one]]))
      const changed = Object.fromEntries(Object.entries(written).filter(([one]) => one in changes))
      try {
        const isDone = await recent.run(() =>
          isNew
            ? addProvider(
                project,
                id,
                { ...written, ...(kind.fields.includes('displayName') && { displayName: name }) },
                isOn,
              )
            : changeProvider(project, id, changed, isOn === provider.enabled ? undefined : isOn),
        )
        if (!isDone) return
        toast(isNew ? texts.added(name) : texts.changed(name))
        onChanged()
        onClose()
      } catch (thrown) {
        const { reason, message = '' } = failureOf(thrown)
        const isTaken = reason === 'CONFIGURATION_EXISTS' && kind.fields.includes('id')
        const refused = reason === 'INVALID_CONFIG' ? refusedField(kind, message, values) : undefined
        if (isTaken) form.reject('id', texts.exists)
        else if (refused !== undefined) form.reject(refused, fieldTexts.refused[refused] ?? fieldTexts.refusedAnyhow)
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
  const redirectOf = (values: Fields): string =>
    redirectAddress(kind, values, {
      origin: location.origin,
      project: project.id,
      isPublicClient: provider?.isPublicClient ?? false,
    })
  const isOfOwnServer = (one: FieldName): boolean => isEndpoint(one) && kind.optional.includes(one)
  const fieldOf = (one: FieldName) => (
    <ProviderField key={one} kind={kind} name={one} field={form.field(one)} isNew={isNew} />
  )
  const ownServer = kind.fields.filter(isOfOwnServer)
  return (
    <>
      <FormDialog
        title={
          isNew
            ? (kind.name === undefined ? fieldTexts.addTitleOf[kind.id] : texts.addNamed(kind.name))!
            : texts.editTitle(name)
        }
        width="medium"
        form={form}
        failing={failing}
        submit={isNew ? texts.add : texts.save}
        onClose={onClose}
      >
        {kind.id === 'oauth.' && <p className="text-table text-ink-2">{fieldTexts.openIdInstead}</p>}
        <div className="grid min-w-0 gap-2 rounded border border-line bg-ground-2 p-3">
          <p className="text-table text-ink-2">{fieldTexts.whereOf[kind.id]}</p>
          <CopyLine label={texts.redirect} value={redirectOf(form.values)} />
        </div>
        {kind.fields.filter((one) => !isOfOwnServer(one)).map(fieldOf)}
        {ownServer.length > 0 && (
          <OwnServerFold
            isOpen={ownServer.some((one) => form.values[one] !== '' || form.field(one).error !== undefined)}
          >
            {ownServer.map(fieldOf)}
          </OwnServerFold>
        )}
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

function initialOf(kind: ProviderKind, provider: ProviderSettings | undefined, project: string): Fields {
  const empty = Object.fromEntries(providerFields.map((name) => [name, ''])) as Fields
  const suggested = {
    id: kind.id,
    spEntityId: kind.protocol === 'saml' ? `${location.origin}/projects/${project}` : '',
  }
  return { ...empty, ...suggested, ...provider?.values, ...(provider !== undefined && { id: provider.id }) }
}

function sentenceOf(kind: ProviderKind, name: FieldName, value: string, isNew: boolean): string | undefined {
  const problem = problemOf(kind, name, value, isNew)
  return problem === undefined
    ? undefined
    : fieldTexts.problems[problem](fieldTexts.fieldOf[kind.id]?.[name] ?? fieldTexts.fields[name], kind.id)
}

/** Addresses that few write: of a provider that runs on a server of one's own. Open where there is something to see. */
function OwnServerFold({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return (
    <details className="group text-table" {...(isOpen && { open: true })}>
      <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-small text-ink-2 hover:text-ink-1">
        <ChevronRight
          className="size-3.5 shrink-0 transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        {texts.ownServer}
      </summary>
      <div className="mt-3 grid gap-4">{children}</div>
    </details>
  )
}

interface ProviderFieldProps {
  readonly kind: ProviderKind
  readonly name: Name
  readonly field: FieldProps
  readonly isNew: boolean
}

/** One field of a provider, with what it is called there. */
function ProviderField({ kind, name, field, isNew }: ProviderFieldProps) {
  const label = fieldTexts.fieldOf[kind.id]?.[name] ?? fieldTexts.fields[name]
  const description = helpOf(kind, name, isNew)
  switch (name) {
    case 'clientSecret':
      return <PasswordField {...field} label={label} description={description} autoComplete="new-password" />
    case 'privateKey':
    case 'certificates':
      return <TextArea {...field} label={label} description={description} rows={4} isMonospaced />
    case 'otherIds':
      return <TextArea {...field} label={label} description={description} rows={2} isMonospaced />
    default:
      return (
        <TextField
          {...field}
          label={label}
          description={description}
          autoComplete="off"
          isMonospaced={name !== 'displayName'}
          isReadOnly={name === 'id' && !isNew}
          autoFocus={isNew && name === kind.fields[0]}
          {...((name === 'issuer' || name === 'ssoUrl' || isEndpoint(name)) && { type: 'url' })}
        />
      )
  }
}

function helpOf({ id, optional, protocol }: ProviderKind, name: Name, isNew: boolean): string {
  if (name === 'id') return texts.providerIdHelp(id)
  if (name === 'clientSecret') {
    if (!isNew) return texts.secretKeep
    return optional.includes(name) ? texts.secretHelp : texts.secretOnce
  }
  if (name === 'privateKey' && !isNew) return texts.secretKeep
  const isPublicWithout = protocol === 'oauth' && isEndpoint(name) && optional.includes(name)
  return fieldTexts.helpOf[id]?.[name] ?? (isPublicWithout ? texts.ownServerHelp : fieldTexts.helps[name])
}
