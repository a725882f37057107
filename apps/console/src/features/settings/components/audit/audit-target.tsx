import { isBulkAct } from '../../../../shared/activity/describe-act.ts'
import { databaseSearch } from '../../../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../../../backend/default-database.ts'
import { encodePath } from '../../../../documents/data-path.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { formatDateTime, formatNumber } from '../../../../texts/format.ts'
import { MiddleTruncated } from '../../../../ui/middle-truncated.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { visibleDirections } from '../../../../texts/visible-directions.ts'
import { namedUsersOf, type AuditEntry } from '../../../../shared/audit/list-audit.ts'

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
  if (entry.action.startsWith('documents.') && isBulkAct(entry.action)) return <Collection entry={entry} />
  const backupAt = entry.action.startsWith('backups.') ? timeOfBackup(entry.target) : undefined
  if (backupAt !== undefined && !isWhole) return texts.backupOf(formatDateTime(backupAt))
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

/** When a backup was made, as its id says; undefined for another id. */
function timeOfBackup(id: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id) ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The documents that it was done with. */
function Collection({ entry: { target, detail } }: { readonly entry: AuditEntry }) {
  const project = useProject()
  return (
    <TextLink
      to="/projects/$project/data/$"
      params={{ project: project.id, _splat: encodePath(target) }}
      search={databaseSearch(detail?.['database'] ?? defaultDatabase)}
    >
      <bdi>{target === '' ? texts.allCollections : visibleDirections(target)}</bdi>
    </TextLink>
  )
}
