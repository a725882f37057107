import { useState } from 'react'
import { claimsCharactersMax } from '@hearth/model/claims'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { Select, type SelectOption } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type ClaimFilter, type ClaimValue, parseClaimNumber } from '../../../shared/people/claim-filter.ts'
import { type ClaimKind, kindOf, type SeenClaims } from '../seen-claims.ts'

const kindOptions: readonly SelectOption<ClaimKind>[] = (
  ['any', 'text', 'number', 'true', 'false', 'null'] as const
).map((id) => ({ id, label: usersTexts.claimKinds[id] }))

/** Which claim users have, and what it is where that matters. */
export function ClaimForm({
  filter,
  seen,
  onSet,
}: {
  /** undefined for a new one. */
  readonly filter: ClaimFilter | undefined
  readonly seen: SeenClaims
  readonly onSet: (filter: ClaimFilter) => void
}) {
  const [kind, setKind] = useState<ClaimKind>(filter?.value === undefined ? 'any' : kindOf(filter.value))
  const form = useForm({
    initial: {
      name: filter?.name ?? '',
      value: filter?.value === undefined || filter.value === null ? '' : String(filter.value),
    },
    // A text is looked for as it is, spaces and all.
    tidy: (field, text) => (field === 'name' ? text.trim() : text),
    validators: {
      name: (text) => (text.trim() === '' ? usersTexts.claimNameMissing : tooLong(text)),
      value: (text) =>
        kind === 'number' && parseClaimNumber(text) === undefined ? usersTexts.claimNoNumber : tooLong(text),
    },
    async submit({ name, value: text }) {
      const value = valueOf(kind, text)
      onSet({ name: name.trim(), ...(value !== undefined && { value }) })
    },
  })
  const changeName = (name: string): void => {
    form.setValue('name', name)
    const usual = seen.get(name)
    if (usual !== undefined && form.values.value === '') setKind(usual)
  }
  return (
    <form {...form.formProps} className="grid gap-3">
      <ComboField
        {...form.field('name')}
        label={usersTexts.claimName}
        options={[...seen.keys()]}
        onChange={changeName}
        autoFocus
      />
      <Select label={usersTexts.claimKind} options={kindOptions} value={kind} onChange={setKind} />
      {(kind === 'text' || kind === 'number') && (
        <TextField
          {...form.field('value')}
          label={usersTexts.claimValue}
          description={usersTexts.claimValueHelp}
          isMonospaced
        />
      )}
      <Button type="submit" variant="primary" isWide>
        {usersTexts.claimFilter}
      </Button>
    </form>
  )
}

function tooLong(text: string): string | undefined {
  return text.length > claimsCharactersMax ? usersTexts.claimsTooLong(text.length, claimsCharactersMax) : undefined
}

function valueOf(kind: ClaimKind, text: string): ClaimValue | undefined {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return parseClaimNumber(text)
    case 'null':
      return null
    case 'any':
      return undefined
    default:
      return kind === 'true'
  }
}
