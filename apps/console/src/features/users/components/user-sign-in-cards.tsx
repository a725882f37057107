import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { toast } from '../../../ui/toast.ts'
import type { UserFactor, UserPasskey, ProjectUser, UserProvider } from '../../../shared/people/project-user.ts'
import { changeUser } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'

/** The second factors; an operator removes one for somebody who lost their device. */
export function UserFactorsCard({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [removing, setRemoving] = useState<UserFactor>()
  const factors = user.mfaInfo ?? []
  return (
    <Card title={usersTexts.factors} isFlush>
      {factors.length === 0 ? (
        <p className="p-4 text-table text-ink-2">{usersTexts.noFactors}</p>
      ) : (
        <FactList
          facts={factors.map((factor) => ({
            id: factor.mfaEnrollmentId,
            name: nameOf(factor),
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="text-ink-2">
                  {factor.phoneInfo ?? usersTexts.app}
                  {factor.enrolledAt !== undefined && (
                    <>
                      , <Moment at={Date.parse(factor.enrolledAt)} />
                    </>
                  )}
                </span>
                {project.mayWrite && (
                  <Button
                    size="small"
                    aria-label={usersTexts.factorRemoveNamed(nameOf(factor))}
                    onPress={() => setRemoving(factor)}
                  >
                    {usersTexts.factorRemove}
                  </Button>
                )}
              </span>
            ),
          }))}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={usersTexts.factorRemoveTitle(nameOf(removing))}
          confirm={usersTexts.factorRemoveNamed(nameOf(removing))}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const enrollments = factors
              .filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== removing.mfaEnrollmentId)
              .map(({ mfaEnrollmentId }) => ({ mfaEnrollmentId }))
            if (!(await recent.run(() => changeUser(project, user.localId, { mfa: { enrollments } })))) return false
            toast(usersTexts.factorRemoved(nameOf(removing)))
            onChanged()
            return true
          }}
        >
          {usersTexts.factorRemoveText}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

function nameOf({ displayName, phoneInfo }: UserFactor): string {
  return displayName || phoneInfo || usersTexts.app
}

/** The passkeys; an operator removes one of a device that was lost. Nothing for users without any. */
export function UserPasskeysCard({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [removing, setRemoving] = useState<UserPasskey>()
  const { passkeyInfo = [] } = user
  if (passkeyInfo.length === 0) return null
  return (
    <Card title={usersTexts.passkeys} isFlush>
      <FactList
        facts={passkeyInfo.map((passkey) => ({
          id: passkey.credentialId,
          name: passkey.name,
          value: (
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-ink-2">
                {passkey.rpId}
                {passkey.lastUsedAt !== undefined && (
                  <>
                    , {usersTexts.passkeyUsed} <Moment at={Date.parse(passkey.lastUsedAt)} />
                  </>
                )}
              </span>
              {project.mayWrite && (
                <Button
                  size="small"
                  aria-label={usersTexts.factorRemoveNamed(passkey.name)}
                  onPress={() => setRemoving(passkey)}
                >
                  {usersTexts.factorRemove}
                </Button>
              )}
            </span>
          ),
        }))}
      />
      {removing !== undefined && (
        <ConfirmDialog
          title={usersTexts.factorRemoveTitle(removing.name)}
          confirm={usersTexts.factorRemoveNamed(removing.name)}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const change = { deletePasskey: [removing.credentialId] }
            if (!(await recent.run(() => changeUser(project, user.localId, change)))) return false
            toast(usersTexts.factorRemoved(removing.name))
            onChanged()
            return true
          }}
        >
          {usersTexts.passkeyRemoveText}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

/** How the user signs in; operators take ways away. */
export function UserProvidersCard({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [removing, setRemoving] = useState<UserProvider>()
  const providers = user.providerUserInfo ?? []
  return (
    <Card title={usersTexts.providers} isFlush>
      {providers.length === 0 ? (
        <p className="p-4 text-table text-ink-2">{noProvidersOf(user)}</p>
      ) : (
        <FactList
          facts={providers.map((provider) => ({
            id: provider.providerId,
            name: nameOfProvider(provider),
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-all">
                  {provider.email ?? provider.phoneNumber ?? provider.displayName ?? provider.rawId}
                </span>
                {project.mayWrite && (
                  <Button
                    size="small"
                    aria-label={usersTexts.unlinkNamed(nameOfProvider(provider))}
                    onPress={() => setRemoving(provider)}
                  >
                    {usersTexts.unlink}
                  </Button>
                )}
              </span>
            ),
          }))}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={usersTexts.unlinkTitle(nameOfProvider(removing))}
          confirm={usersTexts.unlinkNamed(nameOfProvider(removing))}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const change = { deleteProvider: [removing.providerId] }
            if (!(await recent.run(() => changeUser(project, user.localId, change)))) return false
            toast(usersTexts.unlinked(nameOfProvider(removing)))
            onChanged()
            return true
          }}
        >
          {usersTexts.unlinkText}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

function noProvidersOf({ email, customAuth }: ProjectUser): string {
  if (customAuth === true) return usersTexts.noProvidersCustom
  return email === undefined ? usersTexts.noProvidersAnonymous : usersTexts.noProvidersByEmail
}

function nameOfProvider({ providerId }: UserProvider): string {
  return usersTexts.ways[providerId] ?? providerId
}
