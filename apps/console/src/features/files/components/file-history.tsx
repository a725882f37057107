import { Link } from '@tanstack/react-router'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useFileRequests, type FileRequest } from '../queries/files-queries.ts'
import { DetailsPart } from './details-part.tsx'

const historyTexts = filesTexts.history
const shownMax = 5

/** Who asked for a file of late, and what the rules said. The contents it had before are not kept. */
export function FileHistory({ path }: { readonly path: string }) {
  const project = useProject()
  const query = useFileRequests(path, shownMax)
  const requests = query.data
  const failure = useFailure(query)
  return (
    <DetailsPart
      title={historyTexts.title}
      aside={
        <Link
          to="/projects/$project/requests"
          params={{ project: project.id }}
          search={{ service: 'files', path }}
          className="rounded-small text-table text-ember underline-offset-2 hover:underline"
        >
          {historyTexts.all}
        </Link>
      }
    >
      {query.isPending && failure === undefined && <SkeletonBar className="w-2/3" />}
      {failure !== undefined && (
        <FieldProblem>
          {historyTexts.failed}: {messageOfRead(failure)}
        </FieldProblem>
      )}
      {requests !== undefined && requests.length > 0 && (
        <ul className="grid gap-1.5 text-table">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      <p className="mt-2 text-small text-ink-2">{requests?.length === 0 ? historyTexts.none : historyTexts.help}</p>
    </DetailsPart>
  )
}

function RequestRow({ request: { operation, caller, verdict, time } }: { readonly request: FileRequest }) {
  return (
    <li className="flex items-center gap-2">
      <Badge tone={verdict === 'allowed' ? 'good' : 'danger'}>{historyTexts[verdict]}</Badge>
      <span className="min-w-0 flex-1 truncate">
        {operation} <bdi className="text-ink-2">{caller.uid ?? historyTexts.callers[caller.kind]}</bdi>
      </span>
      <span className="text-ink-2">
        <Moment at={Date.parse(time)} />
      </span>
    </li>
  )
}
