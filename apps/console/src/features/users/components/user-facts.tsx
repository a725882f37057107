import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRequestCounts } from '../../../shared/requests/use-request-counts.ts'
import { formatDate, formatNumber } from '../../../texts/format.ts'
import { personTexts as texts } from '../../../texts/en/person.ts'
import { deviceName } from '../../../ui/device-name.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useMentions, useUserInstallations } from '../queries/person-queries.ts'
import { deniedLately, useUserSessions } from '../queries/users-queries.ts'
import { nameOfWay, waysOf } from '../ways-of.ts'
import type { UserCardProps } from './user-card-props.ts'

/** The six facts that are asked for first. What isn't known yet, or can't be asked, has a dash in its place. */
export function UserFacts({ user }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
  const uid = user.localId
  const sessions = useUserSessions(uid, `${user.validSince} ${user.disabled}`).data
  const installations = useUserInstallations(uid).data
  const mentions = useMentions(uid).data?.mentions
  const counts = useRequestCounts({ since: '1d', uid }, true).data
  const [newest] = sessions ?? []
  const [installation] = installations ?? []
  const seenAt = Math.max(
    Number(user.lastLoginAt ?? 0),
    newest === undefined ? 0 : Date.parse(newest.signedInAt),
    installation === undefined ? 0 : Date.parse(installation.lastSeenAt),
  )
  const joinedAt = Number(user.createdAt ?? 0)
  const device = newest?.device ?? installation?.device
  const documents = mentions?.reduce((sum, { count }) => sum + count, 0)
  const denied = counts && sumOf(counts.denied)
  const ways = waysOf(user).map(nameOfWay)
  const capitalised = ways.join(', ').replace(/^./, (first) => first.toLocaleUpperCase())
  const factors = user.mfaInfo?.length ?? 0
  return (
    <dl
      aria-label={texts.facts}
      className="grid grid-cols-2 gap-y-3 rounded-large border border-line bg-ground-1 py-3 tablet:grid-cols-3 wide:grid-cols-6"
    >
      <Fact name={texts.lastSeen} below={device === null || device === undefined ? undefined : deviceName(device)}>
        {seenAt === 0 ? texts.notYet : <Moment at={seenAt} />}
      </Fact>
      <Fact name={texts.joined} below={joinedAt === 0 ? undefined : <Moment at={joinedAt} />}>
        {joinedAt === 0 ? undefined : formatDate(joinedAt)}
      </Fact>
      <Fact
        name={texts.documents}
        below={
          mentions &&
          (documents === 0
            ? texts.namingNobody
            : texts.inCollections(new Set(mentions.map(({ collection }) => collection)).size))
        }
      >
        {documents === undefined
          ? undefined
          : mentions?.some(({ hasMore }) => hasMore) === true
            ? texts.atLeast(formatNumber(documents))
            : formatNumber(documents)}
      </Fact>
      <Fact
        name={texts.requestsOfDay}
        below={
          denied === undefined ? undefined : denied === 0 ? (
            texts.noneDenied
          ) : (
            <Link
              to="/projects/$project/requests"
              params={{ project: project.id }}
              search={{ ...deniedLately, uid }}
              className="rounded-small text-crimson underline underline-offset-2"
            >
              {texts.denied(formatNumber(denied))}
            </Link>
          )
        }
      >
        {counts && formatNumber(sumOf(counts.allowed) + sumOf(counts.denied))}
      </Fact>
      <Fact name={texts.signsInWith} below={texts.secondFactors(factors)}>
        {ways.length === 0 ? texts.noWay : capitalised}
      </Fact>
      <Fact name={texts.devices} below={sessions && texts.signedIn(sessions.length)}>
        {installations && formatNumber(installations.length)}
      </Fact>
    </dl>
  )
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function Fact({
  name,
  below,
  children,
}: {
  readonly name: string
  readonly below: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="min-w-0 border-l border-line px-4 first:border-l-0 max-tablet:odd:border-l-0 tablet:px-4.5 tablet:max-wide:nth-[3n+1]:border-l-0">
      <dt className="truncate text-small text-ink-2">{name}</dt>
      <dd className="min-h-10.5">
        <span
          className="block truncate text-section leading-6 font-semibold tabular-nums"
          title={typeof children === 'string' ? children : undefined}
        >
          {children ?? '–'}
        </span>
        <span className="block truncate text-small text-ink-2">{below}</span>
      </dd>
    </div>
  )
}
