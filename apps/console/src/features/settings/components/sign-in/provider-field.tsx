import { providerFieldsTexts as fieldTexts } from '../../../../texts/en/provider-fields.ts'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { PasswordField } from '../../../../ui/password-field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import type { FieldProps } from '../../../../ui/use-form.ts'
import { isEndpoint, type ProviderField as Name, type ProviderKind } from '../../provider-kinds.ts'

export interface ProviderFieldProps {
  readonly kind: ProviderKind
  readonly name: Name
  readonly field: FieldProps
  readonly isNew: boolean
}

/** One field of a provider, with what it is called there. */
export function ProviderField({ kind, name, field, isNew }: ProviderFieldProps) {
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
