import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { messageOfRead } from '../../../errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { listFileRequests, type FileRequest } from '../queries/list-file-requests.ts'
import { DetailsPart } from './details-part.tsx'

const texts = filesTexts.history
const shownMax = 5

/** Who asked for a file of late, and what the rules said. The contents it had before are not kept. */
export function FileHistory({ path }: { readonly path: string }) {
  const project = useProject()
  const ask = useCallback(() => listFileRequests(project, path, shownMax), [project, path])
  const { asked } = useAsked(ask)
  return (
    <DetailsPart
      title={texts.title}
      aside={
        <Link
          to="/projects/$project/requests"
          params={{ project: project.id }}
          search={{ service: 'files', path }}
          className="rounded-small text-table text-ember underline-offset-2 hover:underline"
        >
          {texts.all}
        </Link>
      }
    >
      {asked.status === 'loading' && <SkeletonBar className="w-2/3" />}
      {asked.status === 'failed' && (
        <FieldProblem>
          {texts.failed}: {messageOfRead(asked.error)}
        </FieldProblem>
      )}
      {asked.answer !== undefined && asked.answer.length > 0 && (
        <ul className="grid gap-1.5 text-table">
          {asked.answer.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      <p className="mt-2 text-small text-ink-2">{asked.answer?.length === 0 ? texts.none : texts.help}</p>
    </DetailsPart>
  )
}

function RequestRow({ request: { operation, caller, verdict, time } }: { readonly request: FileRequest }) {
  return (
    <li className="flex items-center gap-2">
      <Badge tone={verdict === 'allowed' ? 'good' : 'danger'}>{texts[verdict]}</Badge>
      <span className="min-w-0 flex-1 truncate">
        {operation} <bdi className="text-ink-2">{caller.uid ?? texts.callers[caller.kind]}</bdi>
      </span>
      <span className="text-ink-2">
        <Moment at={Date.parse(time)} />
      </span>
    </li>
  )
}
