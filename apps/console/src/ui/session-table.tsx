import type { ListedSession } from '@hearth/api'
import { sessionTexts } from '../texts/en/sessions.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { deviceName } from './device-name.ts'
import { formatDay } from '../texts/format.ts'
import { Moment } from './moment.tsx'

export interface SessionTableProps {
  readonly label: string
  readonly sessions: readonly ListedSession[]
  /** This browser's own, which isn't ended here. */
  readonly currentId?: string | undefined
  /** The one that is being ended. */
  readonly ending: string | undefined
  /** Left out for who may only look. */
  readonly onEnd?: (session: ListedSession) => void
}

/** Where somebody is signed in. */
export function SessionTable({ label, sessions, currentId, ending, onEnd }: SessionTableProps) {
  const columns: readonly Column<ListedSession>[] = [
    {
      id: 'device',
      title: sessionTexts.device,
      cell: (one) => (
        <span className="flex flex-wrap items-center gap-2">
          <span title={one.device ?? ''}>{labelOf(one, currentId)}</span>
          {one.id === currentId && <Badge tone="good">{sessionTexts.here}</Badge>}
          {/* On phones there is no column for it. */}
          <span className="basis-full text-small text-ink-2 tablet:hidden">
            {sessionTexts.signedIn}: <Moment at={Date.parse(one.signedInAt)} /> · {sessionTexts.used}:{' '}
            {formatDay(Date.parse(one.lastUsedAt), Date.now())}
          </span>
        </span>
      ),
    },
    {
      id: 'way',
      title: sessionTexts.way,
      isSecondary: true,
      cell: ({ signInProvider, secondFactor }) =>
        [signInProvider, ...(secondFactor === null ? [] : [secondFactor])]
          .map((way) => sessionTexts.ways[way] ?? way)
          .join(' + '),
    },
    {
      id: 'signed-in',
      title: sessionTexts.signedIn,
      isSecondary: true,
      cell: ({ signedInAt }) => <Moment at={Date.parse(signedInAt)} />,
    },
    {
      id: 'used',
      title: sessionTexts.used,
      isSecondary: true,
      cell: ({ lastUsedAt }) => formatDay(Date.parse(lastUsedAt), Date.now()),
    },
    ...(onEnd === undefined
      ? []
      : [
          {
            id: 'actions',
            title: sessionTexts.actions,
            onCard: 'plain' as const,
            cell: (one: ListedSession) =>
              one.id === currentId ? null : (
                <Button
                  size="small"
                  aria-label={sessionTexts.endNamed(labelOf(one, currentId))}
                  isPending={ending === one.id}
                  onPress={() => onEnd(one)}
                >
                  {sessionTexts.end}
                </Button>
              ),
          },
        ]),
  ]
  return <DataTable label={label} columns={columns} rows={sessions} rowKey={({ id }) => id} hasCards />
}

function labelOf({ id, device }: ListedSession, currentId: string | undefined): string {
  // The server may not know this browser yet.
  const userAgent = device ?? (id === currentId ? navigator.userAgent : '')
  return deviceName(userAgent) ?? sessionTexts.unknown
}
