import { Link } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { devicesTexts } from '../../../texts/en/devices.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import type { InstallationUser } from '../queries/installation.ts'

/** Who is signed in on a device; accounts of tenants have no page of their own. */
export function DeviceUser({ user }: { readonly user: InstallationUser | null }) {
  const project = useProject()
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
    <Link
      to="/projects/$project/users/$uid"
      params={{ project: project.id, uid }}
      title={uid}
      aria-label={uid}
      className="inline-flex min-h-6 max-w-44 min-w-0 items-center rounded-small font-mono text-code underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
    >
      <MiddleTruncated text={uid} />
    </Link>
  )
}
