import * as api from '@hearth/api'
import { Link } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useListedEvents, type AnalyticsCatalog, eventsAsked, type ListedEvent } from '../queries/analytics-queries.ts'
import { useAnalytics } from '../use-analytics.ts'
import { ServerCsvButton } from './csv-button.tsx'
import { useState } from 'react'
import { ComboField } from '../../../ui/combo-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { formatDateTime, formatNumber } from '../../../texts/format.ts'

/** The events as they came, those of the range, narrowed to a name or to a device. */
export function LogView({ catalog }: { readonly catalog: AnalyticsCatalog }) {
  const project = useProject()
  const { search, range, app, show } = useAnalytics()
  const { event: eventName, client: clientId } = search
  const { start, end } = range
  const pages = useListedEvents({ eventName, clientId, app, range: { start, end } })
  return (
    <>
      <LogFilters
        key={`${eventName} ${clientId}`}
        events={catalog.events.map(({ name }) => name)}
        event={eventName}
        client={clientId}
        onChange={show}
      />
      <Card
        title={texts.views.log}
        description={
          <>
            {texts.logHelp}
            <LeftOutBots catalog={catalog} />
          </>
        }
        aside={
          <ServerCsvButton
            title={texts.views.log}
            endpoint={api.listEvents}
            input={eventsAsked(project, { eventName, clientId, app, range })}
            header={texts.logColumns}
          />
        }
        isFlush
      >
        <QueryContent query={pages.query} failed={texts.failedLog}>
          {({ rows }) =>
            rows.length === 0 ? (
              <NothingListed
                isFiltered={eventName !== undefined || clientId !== undefined}
                onClear={() => show({ event: undefined, client: undefined })}
              />
            ) : (
              <DataTable
                label={texts.tableOf(texts.views.log)}
                columns={columnsOf(project.id)}
                rows={rows}
                rowKey={({ id }) => id}
              />
            )
          }
        </QueryContent>
      </Card>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onPress={pages.readAgain} isPending={pages.isReading}>
          {texts.reload}
        </Button>
        <MoreRows pages={pages} more={texts.more} full={texts.fullLog} />
      </div>
    </>
  )
}

function NothingListed({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) return <EmptyState title={texts.none}>{texts.noneHelp}</EmptyState>
  return (
    <EmptyState title={texts.noneFit} action={<Button onPress={onClear}>{texts.clearFilters}</Button>}>
      {texts.noneFitHelp}
    </EmptyState>
  )
}

function columnsOf(project: string): readonly Column<ListedEvent>[] {
  const device = (clientId: string) => (
    <Link
      to="/projects/$project/installations"
      params={{ project }}
      search={{ device: clientId }}
      title={clientId}
      aria-label={clientId}
      className="inline-flex min-h-6 max-w-40 min-w-0 items-center rounded-small font-mono text-code underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
    >
      <MiddleTruncated text={clientId} />
    </Link>
  )
  return [
    {
      id: 'event',
      title: texts.event,
      cell: ({ name, params, clientId, userId }) => (
        <>
          <span className="font-mono text-code">{name}</span>
          {/* A phone has no room for the columns beside this one. */}
          <span className="block pb-1.5 whitespace-normal tablet:hidden">
            <span className="block font-mono text-code wrap-anywhere text-ink-2">{formatParams(params)}</span>
            {device(clientId)}
            {userId !== undefined && <span className="block text-ink-2">{texts.userNamed(userId)}</span>}
          </span>
        </>
      ),
    },
    {
      id: 'params',
      title: texts.params,
      isSecondary: true,
      cell: ({ params }) => (
        <span
          className="block max-w-44 truncate font-mono text-code tablet:max-w-[24vw] desk:max-w-md"
          title={JSON.stringify(params)}
        >
          {formatParams(params)}
        </span>
      ),
    },
    { id: 'device', title: texts.device, isSecondary: true, cell: ({ clientId }) => device(clientId) },
    { id: 'user', title: texts.user, isSecondary: 'wide', cell: ({ userId }) => userId ?? '' },
    { id: 'when', title: texts.when, cell: ({ time }) => <Moment at={Date.parse(time)} /> },
  ]
}

function formatParams(params: ListedEvent['params']): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
}

interface LogFiltersProps {
  /** Names that there are. */
  readonly events: readonly string[]
  readonly event: string | undefined
  readonly client: string | undefined
  readonly onChange: (filter: { readonly event: string | undefined; readonly client: string | undefined }) => void
}

/** Which events are listed. What is typed counts when the field is left or Enter is pressed. */
function LogFilters({ events, event, client, onChange }: LogFiltersProps) {
  const [name, setName] = useState(event ?? '')
  const [id, setId] = useState(client ?? '')
  const write = () => {
    const next = { event: name.trim() || undefined, client: id.trim() || undefined }
    if (next.event !== event || next.client !== client) onChange(next)
  }
  return (
    <form
      aria-label={texts.logFilters}
      className="flex gap-2 *:min-w-0 *:flex-1 tablet:*:max-w-64"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        write()
      }}
    >
      <ComboField
        label={texts.event}
        placeholder={texts.event}
        hasHiddenLabel
        name="event"
        value={name}
        onChange={setName}
        onBlur={write}
        options={events}
      />
      <TextField
        label={texts.device}
        placeholder={texts.device}
        hasHiddenLabel
        name="client"
        value={id}
        onChange={setId}
        onBlur={write}
        isMonospaced
      />
      <button type="submit" className="sr-only" tabIndex={-1}>
        {texts.logFilters}
      </button>
    </form>
  )
}

/** How many events came from programs that call themselves so; nothing where there were none. */
export function LeftOutBots({ catalog: { leftOutBots } }: { readonly catalog: AnalyticsCatalog }) {
  if (leftOutBots.events === 0) return null
  return <p>{texts.leftOutBots(formatNumber(leftOutBots.events), formatDateTime(Date.parse(leftOutBots.since)))}</p>
}
