import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ProjectUser, UserProvider } from '../../../shared/people/project-user.ts'
import { changeUser } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'

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
