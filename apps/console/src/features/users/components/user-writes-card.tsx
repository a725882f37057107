import { defaultDatabase } from '../../../backend/default-database.ts'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Card } from '../../../ui/card.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { ListedRequest } from '../../../shared/requests/list-requests.ts'
import { RequestPathLink } from '../../../shared/requests/request-path-link.tsx'
import { useUserWrites } from '../queries/users-queries.ts'
import type { UserCardProps } from './user-card-props.ts'

const shownMax = 10

/** The documents and files that the user wrote last, and the way to everything they asked for. */
export function UserWritesCard({ user: { localId: uid } }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
  const writes = useUserWrites(uid)
  const toRequests = (search: { readonly operation?: 'write' }, text: string) => (
    <TextLink to="/projects/$project/requests" params={{ project: project.id }} search={{ uid, ...search }}>
      {text}
    </TextLink>
  )
  return (
    <Card title={usersTexts.writes} description={usersTexts.writesText} isFlush>
      <QueryContent query={writes} failed={usersTexts.writesFailed} rows={2}>
        {({ requests }) =>
          requests.length === 0 ? (
            <p className="p-4 text-table text-ink-2">{usersTexts.noWrites}</p>
          ) : (
            <ul aria-label={usersTexts.writes} className="divide-y divide-line">
              {requests.slice(0, shownMax).map((request) => (
                <WriteLine key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <p className="flex flex-wrap gap-x-4 border-t border-line px-4 py-2 text-table">
        {toRequests({ operation: 'write' }, usersTexts.allWrites)}
        {toRequests({}, usersTexts.toRequests)}
      </p>
    </Card>
  )
}

function WriteLine({ request }: { readonly request: ListedRequest }) {
  const { operation, path, time, database = defaultDatabase } = request
  return (
    <li className="relative flex min-h-(--row) items-center gap-2.5 px-4 py-1 text-table hover:bg-ground-2">
      <span className="w-18 shrink-0 text-ink-2">{usersTexts.writeKinds(operation)}</span>
      <span className="min-w-0 flex-1 font-mono text-code">
        <RequestPathLink request={request} className="flex min-w-0 after:absolute after:inset-0">
          <MiddleTruncated text={path} />
        </RequestPathLink>
      </span>
      {database !== defaultDatabase && (
        <bdi
          className="max-w-32 shrink-0 truncate font-mono text-code text-ink-2"
          title={usersTexts.inDatabase(database)}
        >
          {database}
        </bdi>
      )}
      <span className="shrink-0 text-ink-2">
        <Moment at={Date.parse(time)} />
      </span>
    </li>
  )
}
