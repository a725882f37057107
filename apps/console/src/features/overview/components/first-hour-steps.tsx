import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import { beginBackup } from '../../../backend/api/backups.ts'
import type { ProjectUsage } from '../../../backend/api/projects.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { areaHref } from '../../../shared/areas.ts'
import { useBackups } from '../../../shared/project-queries.ts'
import { SampleDataButton } from '../../../shared/sample-data-button.tsx'
import { MailServerForm } from '../../../shared/server-settings/mail-server-form.tsx'
import { PublicAddressForm } from '../../../shared/server-settings/public-address-form.tsx'
import type { ServerSettings } from '../../../shared/server-settings/server-settings.ts'
import { formatNumber } from '../../../texts/format.ts'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { serverSettingsTexts } from '../../../texts/en/server-settings.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { DocsLink, TextLink } from '../../../ui/text-link.tsx'
import { type Act, actQuery } from '../../../ui/use-act-in-address.ts'
import type { FirstStep } from '../first-hour.ts'
import type { AppContact } from '../queries/overview-queries.ts'
import { AppTimes } from './connected-apps.tsx'
import { ConnectSnippets } from './connect-snippets.tsx'

const texts = overviewTexts.firstHour

/** What is known of a project when its steps are shown. */
export interface KnownProject {
  readonly settings: ServerSettings | undefined
  readonly contacts: readonly AppContact[] | undefined
  readonly usage: ProjectUsage | undefined
}

/** What a step is called, and in a line what it is for or what came of it. */
export function useStepWords({ settings, contacts, usage }: KnownProject) {
  const { mode } = useConsoleApp().settings
  const rules = mode === 'dev' ? texts.rulesOpen : texts.rules
  const nightly = useProject().role === 'owner' && mode === 'start'
  return (id: FirstStep, isDone: boolean): { readonly title: string; readonly text: ReactNode } => {
    const { title, text } = id === 'rules' ? rules : texts[id]
    if (!isDone) return { title, text }
    switch (id) {
      case 'address':
        return { title, text: settings?.publicAddress.url ?? text }
      case 'mails':
        return { title, text: texts.mailsDone(settings?.mailServer.host ?? '') }
      case 'connect':
        return { title, text: <AppTimes contacts={contacts ?? []} /> }
      case 'rules':
        return { title, text: texts.rulesDone }
      case 'data':
        return {
          title,
          text:
            usage === undefined
              ? text
              : texts.dataDone(formatNumber(usage.users), formatNumber(usage.documents), formatNumber(usage.files)),
        }
      case 'backup':
        return { title, text: nightly ? texts.backupDone : text }
    }
  }
}

/** What is done in a step, where it stands. */
export function StepContent({
  id,
  settings,
  isConnected,
  isEmpty,
  onDone,
}: {
  readonly id: FirstStep
  readonly settings: ServerSettings | undefined
  readonly isConnected: boolean
  /** No document is in the project. */
  readonly isEmpty: boolean
  readonly onDone: () => void
}) {
  switch (id) {
    case 'address':
      if (settings?.publicAddress.from === 'variable') return <ByVariable />
      return <PublicAddressForm url={settings?.publicAddress.url ?? null} onSaved={onDone} />
    case 'mails':
      return <MailStep settings={settings} onDone={onDone} />
    case 'connect':
      return <ConnectStep isConnected={isConnected} />
    case 'rules':
      return <RulesStep />
    case 'data':
      return <DataStep isEmpty={isEmpty} />
    case 'backup':
      return <BackupStep />
  }
}

function ByVariable() {
  return <p className="text-table text-ink-2">{serverSettingsTexts.byVariable}</p>
}

function MailStep({
  settings,
  onDone,
}: {
  readonly settings: ServerSettings | undefined
  readonly onDone: () => void
}) {
  if (settings === undefined || settings.mailServer.from === 'variable') return <ByVariable />
  if (settings.publicAddress.from === 'unset') return <p className="text-table text-ink-2">{texts.mailsNeedAddress}</p>
  return <MailServerForm stored={settings.mailServer} onSaved={onDone} />
}

function ConnectStep({ isConnected }: { readonly isConnected: boolean }) {
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-large border border-line">
        <ConnectSnippets />
      </div>
      {!isConnected && (
        <p role="status" className="flex items-center gap-2 text-table text-ink-2">
          <span aria-hidden="true" className="size-2 rounded-full bg-ember outline-4 outline-ember-wash" />
          {texts.listening}
        </p>
      )}
    </div>
  )
}

function RulesStep() {
  const goTo = useActElsewhere()
  return (
    <div>
      <Button variant="primary" onPress={() => goTo('rules', 'template')}>
        {texts.chooseTemplate}
      </Button>
    </div>
  )
}

function DataStep({ isEmpty }: { readonly isEmpty: boolean }) {
  const { id } = useProject()
  const goTo = useActElsewhere()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onPress={() => goTo('data', 'import')}>
          {texts.importDocuments}
        </Button>
        <Link to="/projects/$project/users" params={{ project: id }} className={buttonClasses()}>
          {texts.addUsers}
        </Link>
        <Button onPress={() => goTo('files', 'upload')}>{texts.uploadFiles}</Button>
        {isEmpty && <SampleDataButton />}
      </div>
      <p className="text-table text-ink-2">
        {texts.moveGuide} <DocsLink page="guides/tools">{texts.toolsGuide}</DocsLink>
      </p>
    </div>
  )
}

/** Leads to another area of the project, and begins something there. */
function useActElsewhere(): (area: string, act: Act) => void {
  const { id } = useProject()
  const navigate = useNavigate()
  return (area, act) => void navigate({ href: `${areaHref(id, area)}?${actQuery(act)}` })
}

function BackupStep() {
  const project = useProject()
  const { data: list, refetch } = useBackups()
  const begin = useMutation({ mutationFn: async () => await beginBackup(project), onSettled: () => void refetch() })
  const isUnderWay = list?.job?.finishedAt === null
  const share = list?.job?.total === undefined || list.job.total === 0 ? 0 : list.job.done / list.job.total
  return (
    <div className="grid gap-3">
      {list?.nightly === null && <p className="text-table text-ink-2">{texts.backupOff}</p>}
      {isUnderWay ? (
        <div className="grid max-w-md gap-1.5">
          <p role="status" className="text-table text-ink-2">
            {texts.backupRunning}
          </p>
          <Progress label={texts.backupRunning} value={share} tone="moss" />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            icon={<Archive />}
            isPending={begin.isPending}
            isDisabled={list === undefined}
            onPress={() => begin.mutate()}
          >
            {texts.backupNow}
          </Button>
          <span className="text-table">
            <TextLink to="/projects/$project/settings" params={{ project: project.id }} search={{ section: 'backups' }}>
              {texts.toBackups}
            </TextLink>
          </span>
        </div>
      )}
      {begin.isError && <FailureNotice failing={reactionTo(begin.error)} />}
    </div>
  )
}
