import { Plus } from 'lucide-react'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import {
  formatClaimFilter,
  parseClaimFilter,
  type ClaimFilter,
  type ClaimValue,
  parseClaimNumber,
} from '../../../shared/people/claim-filter.ts'
import { type SeenClaims, type ClaimKind, kindOf } from '../seen-claims.ts'
import { useState } from 'react'
import { claimsCharactersMax } from '@hearth/model/claims'
import { ComboField } from '../../../ui/combo-field.tsx'
import { Select, type SelectOption } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'

export interface ClaimChipProps {
  /** As the address has it, which may be none that can be read. */
  readonly claim: string | undefined
  readonly seen: SeenClaims
  readonly onChange: (claim: string | undefined) => void
}

/** The filter by a claim, or what adds it. */
export function ClaimChip({ claim, seen, onChange }: ClaimChipProps) {
  const filter = claim === undefined ? undefined : parseClaimFilter(claim)
  const form = (close: () => void) => (
    <ClaimForm
      filter={filter}
      seen={seen}
      onSet={(next: ClaimFilter) => {
        close()
        onChange(formatClaimFilter(next))
      }}
    />
  )
  return (
    <div role="group" aria-label={usersTexts.claim} className="min-w-0">
      <span className="flex min-h-8 items-center touch:min-h-10">
        {claim === undefined ? (
          <PopoverButton
            label={usersTexts.claimAdd}
            trigger={(props) => (
              <Button {...props} icon={<Plus />}>
                {usersTexts.claimAdd}
              </Button>
            )}
          >
            {form}
          </PopoverButton>
        ) : (
          <FilterChip
            editPrefix={usersTexts.claimEdit('')}
            editLabel={usersTexts.claimEdit(claim)}
            removeLabel={usersTexts.claimRemove(claim)}
            onRemove={() => onChange(undefined)}
            form={form}
          >
            <bdi className="truncate font-mono text-code">{claim}</bdi>
          </FilterChip>
        )}
      </span>
    </div>
  )
}

const kindOptions: readonly SelectOption<ClaimKind>[] = (
  ['any', 'text', 'number', 'true', 'false', 'null'] as const
).map((id) => ({ id, label: usersTexts.claimKinds[id] }))

/** Which claim users have, and what it is where that matters. */
function ClaimForm({
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
