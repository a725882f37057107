import { Fingerprint, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { formatRelative } from '../../../texts/format.ts'
import { personTexts } from '../../../texts/en/person.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ProviderIcon } from '../../../ui/provider-icon.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ProjectUser, UserFactor } from '../../../shared/people/project-user.ts'
import { changeUser, type UserChange } from '../queries/change-users.ts'
import { nameOfWay } from '../ways-of.ts'
import { SideLine, SideList } from './side-list.tsx'
import type { UserCardProps } from './user-card-props.ts'

/** A provider, a passkey or a second factor, and what taking it away means. */
interface WayIn {
  readonly id: string
  readonly icon: ReactNode
  readonly name: string
  readonly detail: string | undefined
  readonly removeLabel: string
  readonly title: string
  readonly text: string
  readonly removed: string
  readonly change: UserChange
}

/** How the user signs in, by what and with which second factor; an operator takes ways away, also of somebody who lost their device. */
export function UserSignInCard({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [removing, setRemoving] = useState<WayIn>()
  const ways = [...providersOf(user), ...passkeysOf(user), ...factorsOf(user)]
  const hasProvider = (user.providerUserInfo ?? []).length > 0
  return (
    <Card title={personTexts.signIn} isFlush>
      {!hasProvider && <p className="px-4 py-3 text-table text-ink-2">{noProvidersOf(user)}</p>}
      {ways.length > 0 && (
        <SideList label={personTexts.signIn}>
          {ways.map((way) => (
            <SideLine
              key={way.id}
              icon={way.icon}
              name={way.name}
              detail={way.detail}
              end={
                project.mayWrite && (
                  <Button variant="quiet" size="small" aria-label={way.removeLabel} onPress={() => setRemoving(way)}>
                    {usersTexts.unlink}
                  </Button>
                )
              }
            />
          ))}
        </SideList>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={removing.title}
          confirm={removing.removeLabel}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            if (!(await recent.run(() => changeUser(project, user.localId, removing.change)))) return false
            toast(removing.removed)
            onChanged()
            return true
          }}
        >
          {removing.text}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

function providersOf({ providerUserInfo = [] }: ProjectUser): readonly WayIn[] {
  return providerUserInfo.map(({ providerId, email, phoneNumber, displayName, rawId }) => {
    const name = nameOfWay(providerId)
    return {
      id: providerId,
      icon: <ProviderIcon provider={providerId} name={name} />,
      name,
      detail: email ?? phoneNumber ?? displayName ?? rawId,
      removeLabel: usersTexts.unlinkNamed(name),
      title: usersTexts.unlinkTitle(name),
      text: usersTexts.unlinkText,
      removed: usersTexts.unlinked(name),
      change: { deleteProvider: [providerId] },
    }
  })
}

function passkeysOf({ passkeyInfo = [] }: ProjectUser): readonly WayIn[] {
  return passkeyInfo.map(({ credentialId, name, rpId, lastUsedAt }) => ({
    id: credentialId,
    icon: <Fingerprint aria-hidden="true" />,
    name,
    detail:
      lastUsedAt === undefined ? rpId : personTexts.passkeyUsed(formatRelative(Date.parse(lastUsedAt), Date.now())),
    removeLabel: usersTexts.factorRemoveNamed(name),
    title: usersTexts.factorRemoveTitle(name),
    text: usersTexts.passkeyRemoveText,
    removed: usersTexts.factorRemoved(name),
    change: { deletePasskey: [credentialId] },
  }))
}

function factorsOf({ mfaInfo = [] }: ProjectUser): readonly WayIn[] {
  return mfaInfo.map((factor) => {
    const name = nameOfFactor(factor)
    const enrollments = mfaInfo
      .filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== factor.mfaEnrollmentId)
      .map(({ mfaEnrollmentId }) => ({ mfaEnrollmentId }))
    return {
      id: factor.mfaEnrollmentId,
      icon: <ShieldCheck aria-hidden="true" />,
      name,
      detail: `${personTexts.secondFactor} · ${factor.phoneInfo ?? usersTexts.app}`,
      removeLabel: usersTexts.factorRemoveNamed(name),
      title: usersTexts.factorRemoveTitle(name),
      text: usersTexts.factorRemoveText,
      removed: usersTexts.factorRemoved(name),
      change: { mfa: { enrollments } },
    }
  })
}

function nameOfFactor({ displayName, phoneInfo }: UserFactor): string {
  return displayName || phoneInfo || usersTexts.app
}

function noProvidersOf({ email, customAuth }: ProjectUser): string {
  if (customAuth === true) return usersTexts.noProvidersCustom
  return email === undefined ? usersTexts.noProvidersAnonymous : usersTexts.noProvidersByEmail
}
