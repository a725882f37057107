import { ChevronRight, CircleCheck, CircleX } from 'lucide-react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { type ListedRequest, shortFileName } from '../../../shared/requests/list-requests.ts'
import { CameAt } from '../../../shared/live-list.tsx'
import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import { useProjectApps } from '../../../shared/project-queries.ts'
import type { Arrangement } from '../../../shared/requests/request-filter.ts'
import { wordsOfReason } from '../../../shared/rules/words-of-rules.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { formatHundredths, formatNumber } from '../../../texts/format.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { type OpeningColumn, OpeningRow, OpeningTable, type ShownColumns } from '../../../ui/opening-table.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { wordsOfApp, wordsOfSdk } from '../app-words.ts'
import { decidedMs, wordsOfStages } from '../took.ts'
import type { RequestGroup } from '../queries/requests-queries.ts'
import type { RequestSection } from '../use-shown-requests.ts'

export interface RequestTableProps {
  readonly sections: readonly RequestSection[]
  readonly by: Arrangement | undefined
  /** The id of the request that stands beside the table. */
  readonly opened: string | undefined
  /** Whether a group is new since rules were published, and since when that is, in words. */
  readonly newSince: (section: RequestSection) => string | undefined
  readonly nameOf: NameOfCaller
  readonly onOpen: (id: string) => void
}

type ColumnId = 'who' | 'why' | 'app' | 'took'

const columns: readonly OpeningColumn<ColumnId>[] = [
  { id: 'who', from: 30, title: texts.who, className: 'w-[28%] px-3' },
  { id: 'why', from: 58, title: texts.why, className: 'w-[26%] px-3' },
  { id: 'app', from: 46, title: texts.app, className: 'w-30 px-3' },
  { id: 'took', from: 38, title: texts.inMilliseconds, className: 'w-18 pr-4.5 text-right' },
]

/** Requests one below the other, in one list or in groups that open. */
export function RequestTable({ sections, by, opened, newSince, nameOf, onOpen }: RequestTableProps) {
  const { data: apps = [] } = useProjectApps()
  return (
    <OpeningTable label={texts.title} what={texts.what} columns={columns}>
      {(shown) =>
        sections.map((section) => (
          <tbody key={section.group?.key ?? ''} className="last:[&>tr:last-child]:border-b-0">
            {section.group !== undefined && (
              <GroupRow section={section} group={section.group} by={by} span={shown.count} since={newSince(section)} />
            )}
            {section.isOpen && section.rows === undefined && <WaitingRow span={shown.count} />}
            {section.isOpen &&
              section.rows?.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  shown={shown}
                  isOpen={request.id === opened}
                  app={wordsOfApp(request.from, apps)}
                  shortApp={apps.length > 1 ? wordsOfApp(request.from, apps) : wordsOfSdk(request.from?.sdk)}
                  name={nameOf(request.caller)}
                  onOpen={() => onOpen(request.id)}
                />
              ))}
            {section.isOpen && section.more > 0 && <MoreRow section={section} span={shown.count} />}
          </tbody>
        ))
      }
    </OpeningTable>
  )
}

function MoreRow({ section: { more, onMore }, span }: { readonly section: RequestSection; readonly span: number }) {
  return (
    <tr className="border-b border-line">
      <td colSpan={span} className="h-(--row) px-4.5">
        {onMore === undefined ? (
          <span className="text-ink-2">{texts.moreByFilters(formatNumber(more))}</span>
        ) : (
          <button
            type="button"
            onClick={onMore}
            className="min-h-6 rounded-small text-sky hover:underline touch:min-h-10"
          >
            {texts.moreOfGroup(formatNumber(more))}
          </button>
        )}
      </td>
    </tr>
  )
}

/** The line of the rules, the kind of path or the app that its requests share. */
function GroupRow({
  section: { isOpen, onToggle },
  group: { key, denied, allowed, people, newest, slowestMs },
  by,
  span,
  since,
}: {
  readonly section: RequestSection
  readonly group: RequestGroup
  readonly by: Arrangement | undefined
  readonly span: number
  readonly since: string | undefined
}) {
  const { data: apps = [] } = useProjectApps()
  const { rule, reason, from } = newest
  const title =
    by === 'path'
      ? key.slice(key.indexOf('/') + 1) || texts.root
      : by === 'app'
        ? (wordsOfApp(from, apps) ?? texts.unknownApp)
        : (rule?.text ?? wordsOfReason(reason))
  return (
    <tr className="border-b border-line bg-ground-0">
      <th colSpan={span} scope="rowgroup" className="p-0 text-left font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-9.5 w-full min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5 px-4 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
        >
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-4 shrink-0 text-ink-2 transition-transform', isOpen && 'rotate-90')}
          />
          {denied > 0 && (
            <Badge tone="danger">
              {formatNumber(denied)}
              <span className="sr-only"> {texts.deniedOnes}</span>
            </Badge>
          )}
          {allowed > 0 && (
            <Badge>
              {formatNumber(allowed)}
              <span className="sr-only"> {texts.allowedOnes}</span>
            </Badge>
          )}
          <span className="min-w-0 flex-1 basis-40 truncate font-mono text-code" title={title}>
            {title}
          </span>
          {rule !== undefined && by === 'rule' && (
            <span className="text-ink-2">{texts.line(shortFileName(rule.fileName), rule.line)}</span>
          )}
          {since !== undefined && <Badge tone="attention">{texts.newSince(since)}</Badge>}
          <span className="ml-auto flex gap-3 text-ink-2 tabular-nums">
            {slowestMs !== undefined && <span>{texts.upTo(formatHundredths(slowestMs))}</span>}
            {people > 0 && <span>{texts.people(people)}</span>}
          </span>
        </button>
      </th>
    </tr>
  )
}

function WaitingRow({ span }: { readonly span: number }) {
  return (
    <tr className="border-b border-line">
      <td colSpan={span} className="h-(--row) px-4.5">
        <SkeletonBar className="w-1/3" />
      </td>
    </tr>
  )
}

function RequestRow({
  request,
  shown: { has, isOneLine },
  isOpen,
  app,
  shortApp,
  name,
  onOpen,
}: {
  readonly request: ListedRequest
  readonly shown: ShownColumns<ColumnId>
  readonly isOpen: boolean
  readonly app: string | undefined
  readonly shortApp: string | undefined
  readonly name: string | undefined
  readonly onOpen: () => void
}) {
  const { id, operation, path, verdict, time, stages, caller, database = defaultDatabase } = request
  const where = database === defaultDatabase ? '' : ` ${texts.inDatabase(database)}`
  const title = visibleDirections(`${operation} ${path}${where}`)
  const why = whyOf(request)
  const took = stages && formatHundredths(decidedMs(stages))
  return (
    <OpeningRow
      id={id}
      isOneLine={isOneLine}
      isOpen={isOpen}
      when={<CameAt time={time} />}
      mark={<Verdict verdict={verdict} />}
      title={title}
      openLabel={texts.openRequest(title)}
      what={
        <>
          <span className="shrink-0 text-ink-2">{operation}</span>{' '}
          <span className="flex min-w-0 font-medium">
            <MiddleTruncated text={path} />
          </span>
          {where !== '' && (
            <bdi title={`${texts.database} ${database}`} className="max-w-32 shrink-0 truncate text-ink-2">
              {where}
            </bdi>
          )}
        </>
      }
      below={[[name ?? caller.uid ?? texts.visitor, why], took && texts.milliseconds(took)]}
      isIndented
      onOpen={onOpen}
    >
      {has.has('who') && (
        <td className="max-w-0 px-3">
          <Person caller={caller} name={name} />
        </td>
      )}
      {has.has('why') && (
        <td className="max-w-0 truncate px-3 text-ink-2" title={why}>
          {why}
        </td>
      )}
      {has.has('app') && (
        <td className="max-w-0 truncate px-3 text-ink-2" title={app}>
          {shortApp}
        </td>
      )}
      {has.has('took') && (
        <td className="pr-4.5 text-right tabular-nums" title={stages && wordsOfStages(stages).join('\n')}>
          {took}
        </td>
      )}
    </OpeningRow>
  )
}

function Verdict({ verdict }: Pick<ListedRequest, 'verdict'>) {
  const Icon = verdict === 'allowed' ? CircleCheck : CircleX
  return (
    <>
      <Icon
        aria-hidden="true"
        className={classNames('size-4 shrink-0', verdict === 'allowed' ? 'text-moss' : 'text-crimson')}
      />
      <span className="sr-only">{texts[verdict]} </span>
    </>
  )
}

function Person({
  caller: { kind, uid },
  name,
}: {
  readonly caller: ListedRequest['caller']
  readonly name: string | undefined
}) {
  if (uid === undefined) return <span className="block truncate text-ink-2">{texts.visitor}</span>
  return (
    <span className="flex min-w-0 items-center gap-2" title={uid}>
      <Avatar name={name ?? uid} size="small" />
      <span className={classNames('min-w-0 truncate', name === undefined && 'font-mono text-code')}>{name ?? uid}</span>
      {kind === 'operator' && <Badge>{texts.operator}</Badge>}
    </span>
  )
}

/** The line that decided, why nothing was granted, and the expression that had no value. */
function whyOf({ rule, reason, expression }: ListedRequest): string {
  const words = wordsOfReason(reason)
  const place = rule && texts.line(shortFileName(rule.fileName), rule.line)
  return [place, expression === undefined ? words : `${expression}: ${words}`].filter((one) => one).join(' · ')
}
