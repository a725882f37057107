import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ServerState } from '../queries/server-queries.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime, formatNumber } from '../../../texts/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'

/** What runs here, where it is reached, and the ways to what belongs to the server as a whole. */
export function ServerCard({ server }: { readonly server: ServerState }) {
  const { mode, publicUrl, listensAt, startedAt } = server
  const origin = publicUrl ?? listensAt
  const facts: readonly Fact[] = [
    { id: 'version', name: serverTexts.version, value: <Code>{server.version}</Code> },
    {
      id: 'command',
      name: serverTexts.command,
      value: (
        <>
          <Code>{serverTexts.commandLine(mode)}</Code>{' '}
          <span className="text-ink-2">{serverTexts.commandHelp[mode]}</span>
        </>
      ),
    },
    {
      id: 'since',
      name: serverTexts.since,
      value: <time dateTime={startedAt}>{formatDateTime(Date.parse(startedAt))}</time>,
    },
    {
      id: 'node',
      name: serverTexts.node,
      value: (
        <Code>
          {server.node} <span className="text-ink-2">{server.platform}</span>
        </Code>
      ),
    },
    { id: 'zone', name: serverTexts.timeZone, value: <Code>{server.timeZone}</Code> },
    { id: 'clock', name: serverTexts.clock, isTall: true, value: <ClockState clock={server.clock} /> },
    {
      id: 'listens',
      name: serverTexts.listensAt,
      value: <Copyable value={listensAt} label={serverTexts.listensAt} />,
    },
    {
      id: 'health',
      name: serverTexts.health,
      isTall: true,
      value: (
        <ul className="grid gap-1 py-0.5">
          <Health origin={origin} path="/healthz" help={serverTexts.healthAnswers} />
          <Health origin={origin} path="/readyz" help={serverTexts.healthReady} />
        </ul>
      ),
    },
    ...(mode === 'dev'
      ? [{ id: 'mails', name: serverTexts.mails, value: <Badge tone="good">{serverTexts.mailsShown}</Badge> }]
      : []),
    {
      id: 'projects',
      name: serverTexts.projects,
      value: <TextLink to="/projects">{serverTexts.toProjects(formatNumber(server.projectCount))}</TextLink>,
    },
  ]
  return (
    <Card title={serverTexts.about} isFlush>
      <FactList facts={facts} />
    </Card>
  )
}

/** The path tells the two apart; the whole address is what is copied. */
function Health({ origin, path, help }: { readonly origin: string; readonly path: string; readonly help: string }) {
  return (
    <li>
      <Copyable value={`${origin}${path}`} shown={path} label={help} />
      <p className="text-small text-ink-2">{help}</p>
    </li>
  )
}

function Code({ children }: { readonly children: React.ReactNode }) {
  return <span className="font-mono text-code">{children}</span>
}

/** Whether the server believes its clock, and what follows when it doesn't. */
function ClockState({ clock }: { readonly clock: ServerState['clock'] }) {
  const { doubt, holdsSweeps, aheadProjects } = clock
  const isGood = !holdsSweeps && aheadProjects.length === 0
  return (
    <div className="grid justify-items-start gap-1 py-0.5">
      <Badge tone={isGood ? 'good' : 'attention'} icon={isGood ? <CircleCheck /> : <TriangleAlert />}>
        {isGood ? serverTexts.clockBelieved : serverTexts.clockDoubtful}
      </Badge>
      {doubt !== null && <Line>{serverTexts.clockDoubts[doubt]}</Line>}
      {holdsSweeps && <Line>{doubt === null ? serverTexts.clockSettles : serverTexts.clockHolds}</Line>}
      {aheadProjects.length > 0 && <Line>{serverTexts.clockAhead(aheadProjects.join(', '))}</Line>}
    </div>
  )
}

function Line({ children }: { readonly children: string }) {
  return <p className="text-small text-ink-2">{children}</p>
}

const ofConsole = { project: 'console' }

/** The console's own project: its users are the people who use the console. */
export function ConsoleCard() {
  const facts: readonly Fact[] = [
    {
      id: 'accounts',
      name: serverTexts.accounts,
      value: (
        <TextLink to="/projects/$project/users" params={ofConsole}>
          {serverTexts.toAccounts}
        </TextLink>
      ),
    },
    ...(['sign-in', 'mails', 'audit'] as const).map((section) => ({
      id: section,
      name: serverTexts.ofConsole[section],
      value: (
        <TextLink to="/projects/$project/settings" params={ofConsole} search={{ section }}>
          {serverTexts.toSettingsOfConsole[section]}
        </TextLink>
      ),
    })),
    {
      id: 'project',
      name: serverTexts.consoleProject,
      value: (
        <TextLink to="/projects/$project" params={ofConsole}>
          {serverTexts.toConsoleProject}
        </TextLink>
      ),
    },
  ]
  return (
    <Card title={serverTexts.console} description={serverTexts.consoleText} isFlush>
      <FactList facts={facts} />
    </Card>
  )
}
