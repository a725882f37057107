import { useProject } from '../../../../session/project-context.tsx'
import { formatNumber } from '../../../../ui/format.ts'
import { MiddleTruncated } from '../../../../ui/middle-truncated.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { namedUsersOf } from '../../queries/find-audited-users.ts'
import type { AuditEntry } from '../../queries/list-audit.ts'

/** More users than so many are a number. */
const shownMax = 3

/** To what something was done: users as far as they are known by name, with the way to their pages; else what the log has. */
export function AuditTarget({
  entry,
  isWhole = false,
}: {
  readonly entry: AuditEntry
  /** However many users there are. */
  readonly isWhole?: boolean
}) {
  const project = useProject()
  const named = namedUsersOf(entry)
  if (!named.some((id) => entry.users.has(id))) return isWhole ? entry.target : <MiddleTruncated text={entry.target} />
  const shown = isWhole ? named : named.slice(0, shownMax)
  return (
    <>
      {shown.map((id, at) => {
        const user = entry.users.get(id)
        return (
          <span key={id}>
            {at > 0 && ', '}
            {user === undefined ? (
              id
            ) : (
              <TextLink to="/projects/$project/users/$uid" params={{ project: project.id, uid: user.uid }}>
                <bdi>{user.name}</bdi>
              </TextLink>
            )}
          </span>
        )
      })}
      {named.length > shown.length && ` + ${formatNumber(named.length - shown.length)}`}
    </>
  )
}
