import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { alertsTexts as texts } from '../../texts/en/alerts.ts'
import { formatNumber } from '../../texts/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Moment } from '../../ui/moment.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { type AlertScope, type Incident, useIncidents } from './alert-scope.ts'
import { IncidentLink } from './incident-link.tsx'
import { deliveryOf, findingOf, isTrouble, spanOf } from './incident-words.ts'

const shownMax = 3

/** What goes on, and what was, with who was told of it. */
export function IncidentsCard({ scope }: { readonly scope: AlertScope }) {
  const query = useIncidents(scope)
  const [isWhole, setWhole] = useState(false)
  const isServer = scope === 'server'
  return (
    <Card title={texts.incidents} description={isServer ? texts.incidentsOfServer : texts.incidentsOfProject} isFlush>
      <QueryContent query={query} failed={texts.failed} rows={3}>
        {({ isWatched, open, ended }) => {
          const shown = isWhole ? ended : ended.slice(0, shownMax)
          if (!isWatched) return <Line icon={<Info />}>{texts.notWatched}</Line>
          return (
            <>
              {open.length === 0 ? (
                <Line icon={<CircleCheck className="text-moss" />} title={texts.none}>
                  {isServer ? texts.noneOfServer : texts.noneOfProject}
                </Line>
              ) : (
                <IncidentList label={texts.open} scope={scope} incidents={open} />
              )}
              {shown.length > 0 && (
                <div className="border-t border-line">
                  <h3 className="bg-ground-2 px-4 py-1.5 text-small font-medium text-ink-2">{texts.earlier}</h3>
                  <IncidentList label={texts.earlier} scope={scope} incidents={shown} />
                </div>
              )}
              {shown.length < ended.length && (
                <div className="border-t border-line px-4 py-2">
                  <Button size="small" variant="quiet" onPress={() => setWhole(true)}>
                    {texts.showAll(formatNumber(ended.length))}
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </QueryContent>
    </Card>
  )
}

/** Room is for what is wrong: that nothing is takes little. */
function Line({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode
  readonly title?: string
  readonly children: string
}) {
  return (
    <div className="flex gap-2.5 px-4 py-3 text-table [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <div className="min-w-0">
        {title !== undefined && <p className="font-medium">{title}</p>}
        <p className="text-pretty text-ink-2">{children}</p>
      </div>
    </div>
  )
}

function IncidentList({
  label,
  scope,
  incidents,
}: {
  readonly label: string
  readonly scope: AlertScope
  readonly incidents: readonly Incident[]
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {incidents.map((incident) => (
        <IncidentRow key={incident.id} scope={scope} incident={incident} />
      ))}
    </ul>
  )
}

function IncidentRow({ scope, incident }: { readonly scope: AlertScope; readonly incident: Incident }) {
  const { kind, since, endedAt, messages } = incident
  const isOpen = endedAt === null
  return (
    <li className="grid gap-1 px-4 py-3 text-table">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className={classNames('min-w-0 flex-1 basis-60', isOpen ? 'font-medium' : 'text-ink-2')}>
          {texts.titles[kind]}
        </span>
        <span className="flex items-center gap-2 text-ink-2">
          {isOpen ? (
            <>
              <Badge tone="danger" icon={<CircleAlert />}>
                {texts.open}
              </Badge>
              <Moment at={Date.parse(since)} />
            </>
          ) : (
            spanOf(Date.parse(since), Date.parse(endedAt))
          )}
        </span>
      </div>
      <p className="text-pretty text-ink-2">
        {findingOf(incident)} {isOpen && <IncidentLink scope={scope} incident={incident} />}
      </p>
      <ul aria-label={texts.messages} className="grid gap-0.5 text-small text-ink-2">
        {messages.map((message) => (
          <li key={message.at} className={classNames(isTrouble(message) && 'text-amber')}>
            {texts.events[message.event]}, <Moment at={Date.parse(message.at)} />: {deliveryOf(message)}
          </li>
        ))}
      </ul>
    </li>
  )
}
