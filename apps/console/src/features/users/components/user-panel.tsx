import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { UserFace } from '../../../shared/people/user-face.tsx'
import { formatDate } from '../../../texts/format.ts'
import { personTexts as texts } from '../../../texts/en/person.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { ProviderIcon } from '../../../ui/provider-icon.tsx'
import { QueryContent, useFailure } from '../../../ui/query-content.tsx'
import { SidePanel, type SidePanelProps } from '../../../ui/side-panel.tsx'
import { foldTimeline } from '../fold-timeline.ts'
import { useTimeline } from '../queries/person-queries.ts'
import { useUser } from '../queries/users-queries.ts'
import { nameOfWay, waysOf } from '../ways-of.ts'
import { TimelineLine } from './timeline-line.tsx'
import { UserBadges } from './user-table.tsx'

/** The page has the rest. */
const shownMax = 8

/** One user beside the list: who it is, and what happened last. The page has the rest. */
export function UserPanel({
  uid,
  ...panel
}: { readonly uid: string } & Pick<SidePanelProps, 'position' | 'onPrevious' | 'onNext' | 'onClose'>) {
  const project = useProject()
  const query = useUser(uid)
  const failure = useFailure(query)
  const isGone = failure !== undefined && reactionTo(failure).kind === 'gone'
  return (
    <SidePanel
      {...panel}
      label={query.data === undefined ? uid : labelOf(query.data)}
      foot={
        <Link to="/projects/$project/users/$uid" params={{ project: project.id, uid }} className={buttonClasses()}>
          {texts.openPage}
          <kbd className="font-mono text-small text-ink-3 touch:hidden">⏎</kbd>
        </Link>
      }
    >
      {isGone ? (
        <p className="px-4.5 py-4 text-table text-ink-2">{usersTexts.goneText}</p>
      ) : (
        <QueryContent query={query} failed={usersTexts.userFailed} rows={8}>
          {(user) => <Known user={user} />}
        </QueryContent>
      )}
    </SidePanel>
  )
}

function Known({ user }: { readonly user: ProjectUser }) {
  const name = labelOf(user)
  const { email, phoneNumber, createdAt, lastLoginAt, customAttributes = '{}' } = user
  const ways = waysOf(user)
  const hasClaims = customAttributes !== '{}'
  return (
    <>
      <div className="flex items-center gap-3.5 px-4.5 pt-2 pb-3">
        <UserFace user={user} size="large" />
        <div className="min-w-0">
          <h2 className="truncate text-[1.1875rem]/6 font-semibold">{name}</h2>
          {email !== undefined && email !== name && <p className="truncate text-table text-ink-2">{email}</p>}
          <p className="mt-1">
            <UserBadges user={user} />
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-center gap-y-1.5 border-y border-line px-4.5 py-3 text-table">
        <Fact name={usersTexts.lastSignIn}>{momentOf(lastLoginAt)}</Fact>
        <Fact name={texts.joined}>{createdAt === undefined ? '–' : formatDate(Number(createdAt))}</Fact>
        {phoneNumber !== undefined && <Fact name={usersTexts.phone}>{phoneNumber}</Fact>}
        <Fact name={texts.signsInWith}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {ways.length === 0 && texts.noWay}
            {ways.map((way) => (
              <span key={way} className="inline-flex items-center gap-1.5">
                <ProviderIcon provider={way} name={nameOfWay(way)} />
                <span aria-hidden="true">{nameOfWay(way)}</span>
              </span>
            ))}
          </span>
        </Fact>
        <Fact name={usersTexts.uid}>
          <Copyable label={usersTexts.uid} value={user.localId} />
        </Fact>
      </dl>
      {hasClaims && (
        <section aria-label={usersTexts.claims} className="border-b border-line">
          <CodeBlock label={usersTexts.claims} code={JSON.stringify(JSON.parse(customAttributes), undefined, 2)} />
        </section>
      )}
      <Lately user={user} />
    </>
  )
}

function Lately({ user }: { readonly user: ProjectUser }) {
  const { query } = useTimeline(user.localId, undefined)
  const name = labelOf(user)
  return (
    <section aria-label={texts.timeline} className="px-4.5 py-3">
      <h3 className="pb-1 text-section font-semibold">{texts.timeline}</h3>
      <QueryContent query={query} failed={texts.timelineFailed} rows={4}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="py-2 text-table text-ink-2">{texts.empty}</p>
          ) : (
            <ol className="relative before:absolute before:inset-y-4 before:left-3.25 before:w-px before:bg-line">
              {foldTimeline(rows)
                .slice(0, shownMax)
                .map((folded) => (
                  <TimelineLine
                    key={`${folded.entry.kind} ${folded.entry.time}`}
                    folded={folded}
                    names={{ [user.localId]: name }}
                    hasDate
                  />
                ))}
            </ol>
          )
        }
      </QueryContent>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

function momentOf(milliseconds: string | undefined): ReactNode {
  const at = Number(milliseconds ?? 0)
  return at === 0 ? usersTexts.never : <Moment at={at} />
}
