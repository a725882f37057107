import { CircleX, Database, Folder, KeyRound, LogIn, type LucideIcon, Smartphone, UserPlus, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { describeAct } from '../../../shared/activity/describe-act.ts'
import { type ListedRequest, shortFileName } from '../../../shared/requests/list-requests.ts'
import { RequestPathLink } from '../../../shared/requests/request-path-link.tsx'
import { formatDateTime, formatHour } from '../../../texts/format.ts'
import { personTexts as texts } from '../../../texts/en/person.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { classNames } from '../../../ui/class-names.ts'
import { deviceName } from '../../../ui/device-name.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { FoldedEntry } from '../fold-timeline.ts'
import type { TimelineEntry } from '../queries/person-queries.ts'
import { nameOfWay } from '../ways-of.ts'

/** What users are called, by uid or by the address that an act named them by. */
type Names = Readonly<Record<string, string>>

/** One thing that happened, or the same several times in a row: what, with what there is to say of it, and when. */
export function TimelineLine({
  folded,
  names,
  hasDate = false,
}: {
  readonly folded: FoldedEntry
  readonly names: Names
  /** No title says the day. */
  readonly hasDate?: boolean
}) {
  const { icon: Icon, tone } = signs[folded.entry.kind](folded.entry)
  const at = Date.parse(folded.entry.time)
  return (
    <li className="relative flex min-h-9 items-start gap-3 py-1 text-table">
      <span
        aria-hidden="true"
        className={classNames('grid size-6.5 shrink-0 place-items-center rounded-full ring-2 ring-ground-1', tone)}
      >
        <Icon className="size-3.5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 pt-0.75">
        <What folded={folded} names={names} />
      </span>
      <span className="shrink-0 pt-1 text-small text-ink-3 tabular-nums">
        {hasDate ? (
          <Moment at={at} />
        ) : (
          <time dateTime={folded.entry.time} title={formatDateTime(at)}>
            {formatHour(at)}
          </time>
        )}
      </span>
    </li>
  )
}

interface Sign {
  readonly icon: LucideIcon
  readonly tone: string
}

const failed = 'bg-crimson-wash text-crimson'

/** Each kind has its colour, wherever it comes. */
const signs: Readonly<Record<TimelineEntry['kind'], (entry: TimelineEntry) => Sign>> = {
  joined: () => ({ icon: UserPlus, tone: 'bg-kind-7-wash text-kind-7' }),
  'signed-in': () => ({ icon: LogIn, tone: 'bg-kind-1-wash text-kind-1' }),
  'sign-in-failed': () => ({ icon: LogIn, tone: failed }),
  denied: () => ({ icon: CircleX, tone: failed }),
  wrote: (entry) =>
    entry.kind === 'wrote' && entry.request.service === 'files'
      ? { icon: Folder, tone: 'bg-kind-2-wash text-kind-2' }
      : { icon: Database, tone: 'bg-kind-3-wash text-kind-3' },
  reported: () => ({ icon: Zap, tone: 'bg-kind-4-wash text-kind-4' }),
  'new-device': () => ({ icon: Smartphone, tone: 'bg-kind-6-wash text-kind-6' }),
  team: () => ({ icon: KeyRound, tone: 'bg-kind-8-wash text-kind-8' }),
}

function What({ folded: { entry, others }, names }: { readonly folded: FoldedEntry; readonly names: Names }) {
  const count = others.length + 1
  switch (entry.kind) {
    case 'joined':
      return texts.accountMade
    case 'signed-in': {
      const { signInProvider, secondFactor, device } = entry.session
      const ways = [signInProvider, ...(secondFactor === null ? [] : [secondFactor])].map(nameOfWay).join(' + ')
      return <Said detail={device === null ? undefined : deviceName(device)}>{texts.signedInWith(ways)}</Said>
    }
    case 'sign-in-failed': {
      const { detail: { reason = '', repeats = '0' } = {}, address = '' } = entry.act
      const tries = others.length + 1 + Number(repeats)
      return (
        <Said count={tries} detail={address === '' ? undefined : usersTexts.signInFrom(address)}>
          {usersTexts.signInReasons[reason] ?? reason}
        </Said>
      )
    }
    case 'denied':
      return <Denied request={entry.request} count={count} />
    case 'wrote': {
      const { service, operation, written } = entry.request
      const verbs: Readonly<Record<string, string>> = service === 'files' ? texts.stored : texts.wrote
      const more = (written?.count ?? 1) - 1
      return (
        <Said count={count} detail={more > 0 ? texts.andMore(more) : undefined}>
          {verbs[operation] ?? operation} <Path request={entry.request} />
        </Said>
      )
    }
    case 'reported':
      return <Reported entries={[entry, ...others]} />
    case 'new-device': {
      const { device, platform, sdkVersion } = entry.installation
      const name = (device === null ? undefined : deviceName(device)) ?? texts.unknownDevice
      return <Said detail={[platform, sdkVersion].join(' · ')}>{texts.newDevice(name)}</Said>
    }
    case 'team': {
      const { act, person } = entry
      const who = person?.name || person?.email || act.actor.uid || act.actor.id
      const detail = act.detail ?? {}
      return (
        <Said detail={who === undefined ? texts.byServer : texts.by(who)}>
          {describeAct({ action: act.action, target: act.target, detail, names })}
        </Said>
      )
    }
  }
}

function Denied({ request, count }: { readonly request: ListedRequest; readonly count: number }) {
  const project = useProject()
  const words: Readonly<Record<string, string>> = texts.deniedTo
  const {
    id,
    operation,
    rule,
    caller: { uid },
  } = request
  const where = rule === undefined ? texts.whyDenied : texts.ruleAt(shortFileName(rule.fileName), rule.line)
  return (
    <Said
      count={count}
      detail={
        <TextLink
          to="/projects/$project/requests"
          params={{ project: project.id }}
          search={{ verdict: 'denied', request: id, ...(uid !== undefined && { uid }) }}
        >
          {where}
        </TextLink>
      }
    >
      {words[operation] ?? operation} <Path request={request} />
    </Said>
  )
}

/** Events of one browser or device, in the order in which they came. */
function Reported({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const reports = entries.flatMap((one) => (one.kind === 'reported' ? [one.events] : []))
  const [newest] = reports
  if (newest === undefined) return null
  const names = reports.toReversed().flatMap((one) => one.names)
  const screen = reports.find((one) => one.screen !== undefined)?.screen
  const detail = [
    screen === undefined ? '' : texts.onScreen(screen),
    [newest.browser ?? newest.platform, newest.appVersion].filter((part) => part !== undefined).join(' '),
  ]
  return (
    <Said detail={detail.filter((part) => part !== '').join(', ')} title={names.join(', ')}>
      {texts.events(names.length)}
      {names.length > 1 && `, ${texts.lastEvent(names.length)}`} <b className="font-medium">{names.at(-1)}</b>
    </Said>
  )
}

function Path({ request }: { readonly request: ListedRequest }) {
  return (
    <RequestPathLink
      request={request}
      className="inline-flex max-w-full min-w-0 align-bottom text-sky hover:underline [&_*]:min-w-0"
    >
      <MiddleTruncated text={request.path} />
    </RequestPathLink>
  )
}

function Said({
  count = 1,
  detail,
  title,
  children,
}: {
  /** How often it happened in a row. */
  readonly count?: number
  readonly detail?: ReactNode
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <>
      <span className="max-w-full min-w-0 break-words" title={title}>
        {children}
      </span>
      {count > 1 && <span className="text-ink-2 tabular-nums">{texts.times(count)}</span>}
      {detail !== undefined && detail !== '' && <span className="min-w-0 break-words text-ink-2">{detail}</span>}
    </>
  )
}
