import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { personTexts } from '../../../texts/en/person.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { Meter } from '../../../ui/progress.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { toast } from '../../../ui/toast.ts'
import { useDebounced } from '../../../ui/use-delay.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { claimsCharactersMax } from '@hearth/model/claims'
import { compactClaims, sizeOfClaims, tidyClaims, validateClaims } from '../claims.ts'
import { changeUser } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'
import { SaveButton } from '../../../ui/save-button.tsx'

/** Longer than between two keys. */
const pauseMs = 600

/** What operators put into the user's ID token; an editor turns it into text to write in. */
export function ClaimsCard({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const [isEditing, setEditing] = useState(false)
  const shown = readable(user.customAttributes)
  const size = sizeOfClaims(shown)
  return (
    <Card
      title={usersTexts.claims}
      isFlush={!isEditing && shown !== ''}
      {...(isEditing && { description: usersTexts.claimsText })}
      aside={
        !isEditing && (
          <span className="flex items-center gap-2">
            {shown !== '' && (
              <span className="text-small text-ink-2 tabular-nums">
                {usersTexts.claimsSizeOf(formatNumber(size), formatNumber(claimsCharactersMax))}
              </span>
            )}
            {project.mayWrite && (
              <Button variant="quiet" size="small" aria-label={personTexts.editClaims} onPress={() => setEditing(true)}>
                {personTexts.edit}
              </Button>
            )}
          </span>
        )
      }
    >
      {isEditing ? (
        <ClaimsForm
          user={user}
          shown={shown}
          onChanged={() => {
            setEditing(false)
            onChanged()
          }}
          onCancel={() => setEditing(false)}
        />
      ) : shown === '' ? (
        <p className="text-table text-ink-2">{usersTexts.claimsNone}</p>
      ) : (
        <CodeBlock label={usersTexts.claims} code={shown} />
      )}
    </Card>
  )
}

function ClaimsForm({
  user,
  shown,
  onChanged,
  onCancel,
}: UserCardProps & { readonly shown: string; readonly onCancel: () => void }) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const form: Form<{ claims: string }> = useForm({
    initial: { claims: shown },
    tidy: (_name, claims) => tidyClaims(claims),
    validators: { claims: validateClaims },
    submit: async ({ claims }) => {
      const customAttributes = compactClaims(claims)
      if (!(await recent.run(() => changeUser(project, user.localId, { customAttributes })))) return
      toast(usersTexts.claimsSaved)
      onChanged()
    },
  })
  const { claims } = form.values
  const size = sizeOfClaims(claims)
  const field = form.field('claims')
  const typing = useProblemAfterPause(claims)
  return (
    <>
      <form {...form.formProps} className="grid gap-3">
        <TextArea
          {...field}
          error={field.error ?? typing}
          label={usersTexts.claimsEditor}
          rows={Math.min(16, Math.max(3, claims.split('\n').length))}
          isMonospaced
        />
        <Meter
          label={usersTexts.claimsSize}
          value={size}
          max={claimsCharactersMax}
          valueText={usersTexts.claimsSizeOf(formatNumber(size), formatNumber(claimsCharactersMax))}
        />
        <FailureNotice failing={form.failing} />
        <div className="flex gap-2">
          <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
            {usersTexts.save}
          </SaveButton>
          <Button onPress={onCancel}>{personTexts.cancel}</Button>
        </div>
      </form>
      {recent.dialog}
    </>
  )
}

/**
 * What is wrong with claims that are being typed. It waits for a pause, for half a name is always wrong; from then on it follows each key,
 * and goes as soon as they are right.
 */
function useProblemAfterPause(claims: string): string | undefined {
  const [settled] = useDebounced(claims, pauseMs)
  return validateClaims(settled) === undefined ? undefined : validateClaims(claims)
}

function readable(claims: string | undefined): string {
  return claims === undefined ? '' : JSON.stringify(JSON.parse(claims), undefined, 2)
}
