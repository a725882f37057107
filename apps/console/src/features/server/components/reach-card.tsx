import { useState, type ReactNode } from 'react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { MailServerForm } from '../../../shared/server-settings/mail-server-form.tsx'
import { PublicAddressForm } from '../../../shared/server-settings/public-address-form.tsx'
import {
  type ServerSettings,
  ServerSettingsCalls,
  useServerSettings,
  useServerSettingsChanged,
} from '../../../shared/server-settings/server-settings.ts'
import { serverSettingsTexts as texts } from '../../../texts/en/server-settings.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'

/** Where clients reach the server, and by what mails go out: shown, changed, tried and taken back. */
export function ReachCard() {
  const query = useServerSettings()
  return (
    <Card title={serverTexts.reach} description={serverTexts.reachText} isFlush>
      <QueryContent query={query} failed={serverTexts.failed} rows={3}>
        {(settings) => (
          <div className="divide-y divide-line">
            <AddressSetting settings={settings} />
            <MailSetting settings={settings} />
          </div>
        )}
      </QueryContent>
    </Card>
  )
}

function AddressSetting({ settings: { publicAddress, mailServer } }: { readonly settings: ServerSettings }) {
  const calls = new ServerSettingsCalls(useSession())
  const [isOpen, setOpen] = useState(false)
  const { from, url } = publicAddress
  return (
    <Setting
      title={texts.address}
      from={from}
      value={
        url === null ? (
          <Badge tone="attention" icon={<TriangleAlert />}>
            {serverTexts.publicUrlNone}
          </Badge>
        ) : (
          <Copyable value={url} label={texts.address} />
        )
      }
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
      removal={
        mailServer.from === 'stored'
          ? undefined
          : {
              title: texts.removeAddressTitle,
              text: texts.removeAddressText,
              act: texts.addressAct,
              run: () => calls.unsetAddress(),
            }
      }
    >
      <PublicAddressForm url={url} onSaved={() => setOpen(false)} />
    </Setting>
  )
}

function MailSetting({ settings: { mailServer, publicAddress } }: { readonly settings: ServerSettings }) {
  const calls = new ServerSettingsCalls(useSession())
  const [isOpen, setOpen] = useState(false)
  const { from, host, sender } = mailServer
  return (
    <Setting
      title={texts.mailServer}
      from={from}
      value={
        from === 'unset' ? (
          <Badge tone="attention" icon={<TriangleAlert />}>
            {serverTexts.mailsNotSent}
          </Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="good" icon={<CircleCheck />}>
              {serverTexts.mailsSent}
            </Badge>
            <span className="font-mono text-code break-all">{host}</span>
            <span className="break-all text-ink-2">{sender}</span>
          </span>
        )
      }
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
      removal={{
        title: texts.removeMailTitle,
        text: texts.removeMailText,
        act: texts.mailAct,
        run: () => calls.unsetMailServer(),
      }}
    >
      {publicAddress.from === 'unset' ? (
        <p className="text-table text-ink-2">{texts.needsAddress}</p>
      ) : (
        <MailServerForm stored={mailServer} onSaved={() => setOpen(false)} />
      )}
    </Setting>
  )
}

interface SettingProps {
  readonly title: string
  readonly from: ServerSettings['mailServer']['from']
  readonly value: ReactNode
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Undefined while something else needs it. */
  readonly removal:
    | { readonly title: string; readonly text: string; readonly act: string; readonly run: () => Promise<void> }
    | undefined
  /** The form. */
  readonly children: ReactNode
}

/** One setting: what holds, where it was set, and the form below it when it is to change. */
function Setting({ title, from, value, isOpen, onToggle, removal, children }: SettingProps) {
  const recent = useRecentSignIn()
  const changed = useServerSettingsChanged()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <section className="grid gap-4 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-table font-medium">{title}</h3>
          <div className="mt-0.5 text-table">{value}</div>
        </div>
        {from === 'variable' ? (
          <p className="text-table text-ink-2">{texts.byVariable}</p>
        ) : (
          <div className="flex gap-2">
            {from === 'stored' && removal !== undefined && (
              <Button size="small" variant="quiet" onPress={() => setRemoving(true)}>
                {texts.remove}
              </Button>
            )}
            <Button size="small" aria-expanded={isOpen} aria-label={`${title}: ${texts.change}`} onPress={onToggle}>
              {texts.change}
            </Button>
          </div>
        )}
      </div>
      {isOpen && from !== 'variable' && children}
      {isRemoving && removal !== undefined && (
        <ConfirmDialog
          title={removal.title}
          confirm={texts.remove}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            if (!(await recent.run(removal.run, { act: removal.act }))) return false
            toast(texts.removed)
            await changed()
            return true
          }}
        >
          {removal.text}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </section>
  )
}
