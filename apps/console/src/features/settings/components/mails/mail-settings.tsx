import { useState } from 'react'
import { messageOf } from '../../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useOwnsServer } from '../../../../session/session-context.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DeniedState } from '../../../../ui/denied-state.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { toast, toastProblem } from '../../../../ui/toast.ts'
import { unsavedChanges } from '../../../../ui/unsaved-changes.ts'
import {
  mailKinds,
  setMailLanguage,
  type MailKind,
  type MailSettings as Settings,
  useMailSettings,
} from '../../queries/settings-queries.ts'
import { languageName } from '../../../../texts/format.ts'
import { MailForm } from './mail-form.tsx'

const texts = settingsTexts.mailSettings

/** What the project's mails say, by kind and language. */
export function MailSettings() {
  const project = useProject()
  return project.mayWrite ? <Mails /> : <DeniedState>{texts.editorsOnly}</DeniedState>
}

function Mails() {
  const project = useProject()
  const { settings } = useConsoleApp()
  const ownsServer = useOwnsServer()
  const query = useMailSettings()
  return (
    <>
      {project.role !== 'owner' && <p className="text-table text-ink-2">{texts.ownersOnly}</p>}
      {!settings.mailEnabled && (
        <Notice
          tone="information"
          action={ownsServer ? <TextLink to="/server">{texts.setUpMail}</TextLink> : undefined}
        >
          {ownsServer ? texts.noMailOfYours : texts.noMail}
        </Notice>
      )}
      <QueryContent query={query} failed={texts.failed}>
        {(known) => <KnownMails known={known} onChanged={() => void query.refetch()} />}
      </QueryContent>
    </>
  )
}

interface KnownMailsProps {
  readonly known: Settings
  readonly onChanged: () => void
}

function KnownMails({ known, onChanged }: KnownMailsProps) {
  const [kind, setKind] = useState<MailKind>('VERIFY_EMAIL')
  const [language, setLanguage] = useState(known.defaultLanguage)
  const template =
    known.templates.find((one) => one.kind === kind && one.language === language) ??
    known.templates.find((one) => one.kind === kind)
  return (
    <>
      <DefaultLanguageCard known={known} onChanged={onChanged} />
      <Card title={texts.title} description={texts.text}>
        <div className="grid gap-5">
          <div className="grid items-end gap-3 tablet:grid-cols-2">
            <Select
              label={texts.kind}
              value={kind}
              options={mailKinds.map((id) => ({ id, label: texts.kinds[id] }))}
              onChange={(id) => unsavedChanges.leave(() => setKind(id))}
            />
            <Select
              label={texts.language}
              value={language}
              options={languagesOf(known)}
              onChange={(id) => unsavedChanges.leave(() => setLanguage(id))}
            />
          </div>
          {template !== undefined && (
            <>
              {template.isCustom && (
                <div>
                  <Badge tone="information">{texts.custom}</Badge>
                </div>
              )}
              <MailForm
                key={`${template.kind}/${template.language}`}
                template={template}
                hasOwnSender={known.sender === 'project'}
                onChanged={onChanged}
              />
            </>
          )}
        </div>
      </Card>
    </>
  )
}

/** Of every mail of the project; it is saved as soon as it is chosen. */
function DefaultLanguageCard({ known, onChanged }: KnownMailsProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const choose = async (id: string) => {
    try {
      if (await recent.run(() => setMailLanguage(project, id))) toast(texts.defaultSaved(languageName(id)))
    } catch (thrown) {
      toastProblem(messageOf(thrown))
    }
    onChanged()
  }
  return (
    <Card title={texts.defaultTitle} description={texts.defaultText}>
      <div className="tablet:max-w-sm">
        <Select
          label={texts.defaultLanguage}
          value={known.defaultLanguage}
          options={languagesOf(known)}
          isDisabled={project.role !== 'owner'}
          onChange={(id) => void choose(id)}
        />
      </div>
      {recent.dialog}
    </Card>
  )
}

function languagesOf({ templates }: Settings): readonly { readonly id: string; readonly label: string }[] {
  return [...new Set(templates.map(({ language }) => language))].map((id) => ({ id, label: languageName(id) }))
}
