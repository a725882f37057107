import { useEffect, useState } from 'react'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { messageOf } from '../../../../backend/errors/reaction.ts'
import { mailSettingsTexts as texts } from '../../../../texts/en/mail-settings.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { useFailure } from '../../../../ui/query-content.tsx'
import type { MailTemplate, MailTexts } from '../../queries/mail-templates.ts'
import { useMailPreview } from '../../queries/settings-queries.ts'

/** Typing goes on for a moment before the server is asked. */
const pauseMs = 400

/** How the draft looks, in a frame that runs nothing and loads nothing. */
export function MailPreview({ template, draft }: { readonly template: MailTemplate; readonly draft: MailTexts }) {
  const typed = JSON.stringify(draft)
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useMailPreview(template, settled)
  const failure = useFailure(query)
  return (
    <section aria-label={texts.preview} className="grid gap-2">
      <h3>{texts.preview}</h3>
      {failure !== undefined ? (
        <Notice tone="attention">
          {texts.previewFailed}. {sentenceOf(failure)}
        </Notice>
      ) : (
        query.data !== undefined && (
          <>
            <p className="text-table text-ink-2">{texts.previewOf(query.data.subject)}</p>
            <MailFrame html={query.data.html} />
          </>
        )
      )}
    </section>
  )
}

/** What a mail needs is said in the server's words, as at the field. */
function sentenceOf(thrown: unknown): string {
  const { reason, message } = failureOf(thrown)
  return reason === 'INVALID_MAIL_TEMPLATE' && message !== undefined ? message : messageOf(thrown)
}

/** No script runs in the frame. The page's policy, which it inherits, lets no markup bring styles: they are set from here. */
function MailFrame({ html }: { readonly html: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [html])
  return (
    <iframe
      title={texts.preview}
      sandbox="allow-same-origin"
      src={address}
      onLoad={({ currentTarget }) => applyStyles(currentTarget.contentDocument)}
      className="h-80 w-full rounded border border-line bg-[#fff]"
    />
  )
}

function applyStyles(mail: Document | null): void {
  for (const element of mail?.querySelectorAll<HTMLElement>('[style]') ?? []) {
    element.style.cssText = element.getAttribute('style') ?? ''
  }
}
