import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Card } from '../../../ui/card.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { AuditEntry } from '../../../shared/audit/list-audit.ts'
import { failedSignInsSearch, useFailedSignIns } from '../queries/users-queries.ts'

const shownMax = 5

/** Why somebody with this address could not sign in lately, and the way to it in the audit log; whom to ask, for who may not read that. */
export function FailedSignInsCard({ email }: { readonly email: string }) {
  const project = useProject()
  return (
    <Card title={usersTexts.failedSignIns} description={usersTexts.failedSignInsText} isFlush>
      {project.role === 'owner' ? (
        <Failed email={email} />
      ) : (
        <p className="p-4 text-table text-ink-2">{usersTexts.failedSignInsOwners}</p>
      )}
    </Card>
  )
}

function Failed({ email }: { readonly email: string }) {
  const project = useProject()
  const failedSignIns = useFailedSignIns(email)
  return (
    <>
      <QueryContent query={failedSignIns} failed={usersTexts.failedSignInsFailed} rows={1}>
        {({ entries, isPartial }) =>
          entries.length === 0 ? (
            <p className="p-4 text-table text-ink-2">
              {isPartial ? usersTexts.noFailedSignInsYet : usersTexts.noFailedSignIns}
            </p>
          ) : (
            <ul aria-label={usersTexts.failedSignIns} className="divide-y divide-line">
              {entries.slice(0, shownMax).map((entry) => (
                <FailedLine key={entry.number} entry={entry} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <p className="border-t border-line px-4 py-2 text-table">
        <TextLink to="/projects/$project/settings" params={{ project: project.id }} search={failedSignInsSearch(email)}>
          {usersTexts.toFailedSignIns}
        </TextLink>
      </p>
    </>
  )
}

function FailedLine({ entry: { at, address = '', detail = {} } }: { readonly entry: AuditEntry }) {
  const { reason = '', repeats } = detail
  return (
    <li className="flex min-h-(--row) flex-wrap items-center gap-x-2.5 px-4 py-1 text-table">
      <span className="min-w-0 flex-1 basis-60">
        {usersTexts.signInReasons[reason] ?? reason}
        {repeats !== undefined && <span className="text-ink-2"> {usersTexts.signInRepeats(repeats)}</span>}
      </span>
      {address !== '' && <span className="text-ink-2">{usersTexts.signInFrom(address)}</span>}
      <span className="shrink-0 text-ink-2">
        <Moment at={at} />
      </span>
    </li>
  )
}
