import { Plus } from 'lucide-react'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { formatClaimFilter, parseClaimFilter, type ClaimFilter } from '../../../shared/people/claim-filter.ts'
import type { SeenClaims } from '../seen-claims.ts'
import { ClaimForm } from './claim-form.tsx'

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
      <span className="mb-1.5 block text-table font-medium text-ink-1" aria-hidden="true">
        {usersTexts.claim}
      </span>
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
