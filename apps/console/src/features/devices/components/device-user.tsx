import { devicesTexts } from '../../../texts/en/devices.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { UserUidLink } from '../../../shared/people/user-uid-link.tsx'
import type { InstallationUser } from '@hearth/api'

/** Who is signed in on a device; accounts of tenants have no page of their own. */
export function DeviceUser({ user }: { readonly user: InstallationUser | null }) {
  if (user === null) return <span className="text-ink-2">{devicesTexts.nobody}</span>
  const { uid, tenant } = user
  if (tenant !== null) {
    return (
      <span className="font-mono text-code">
        {tenant}/{uid}
      </span>
    )
  }
  return (
    <span className="inline-flex max-w-44 min-w-0">
      <UserUidLink uid={uid}>
        <MiddleTruncated text={uid} />
      </UserUidLink>
    </span>
  )
}
