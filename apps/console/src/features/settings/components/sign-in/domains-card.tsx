import { X } from 'lucide-react'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../../errors/reaction.ts'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import type { ConfigCardProps } from './sign-in-settings.tsx'

/** Where links and sign-in windows of the project may lead. */
export function DomainsCard({ config: { authorizedDomains }, save, mayChange }: ConfigCardProps) {
  const [failing, setFailing] = useState<Reaction>()
  const [removing, setRemoving] = useState<string>()
  const domains = authorizedDomains ?? []
  const write = async (next: readonly string[]) => {
    setFailing(undefined)
    try {
      return await save('authorizedDomains', { authorizedDomains: next })
    } catch (thrown) {
      setFailing(reactionTo(thrown))
      return false
    }
  }
  const form: Form<{ domain: string }> = useForm({
    initial: { domain: '' },
    validators: {
      domain: (text) => {
        const domain = text.trim().toLowerCase()
        if (!isHostName(domain)) return texts.domainInvalid
        return domains.includes(domain) ? texts.domainExists : undefined
      },
    },
    submit: async ({ domain }) => {
      if (await write([...domains, domain.trim().toLowerCase()])) {
        form.setValue('domain', '')
        toast(texts.domainAdded(domain.trim().toLowerCase()))
      }
    },
  })
  return (
    <Card title={texts.domains} description={texts.domainsText}>
      <div className="grid gap-4">
        {domains.length === 0 ? (
          <p className="text-table text-ink-2">{texts.noDomains}</p>
        ) : (
          <ul aria-label={texts.domains} className="grid gap-1">
            {domains.map((domain) => (
              <li key={domain} className="flex min-h-8 items-center gap-2">
                <code className="min-w-0 flex-1 text-code break-all">{domain}</code>
                {mayChange && (
                  <IconButton size="small" label={texts.removeDomain(domain)} onPress={() => setRemoving(domain)}>
                    <X />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <form {...form.formProps} className="flex flex-wrap items-start gap-2">
            <div className="min-w-0 flex-1 basis-56">
              <TextField
                {...form.field('domain')}
                label={texts.domain}
                description={texts.domainHelp}
                autoComplete="off"
                isMonospaced
              />
            </div>
            <div className="tablet:mt-[26px]">
              <Button type="submit" isPending={form.isSubmitting}>
                {texts.addDomain}
              </Button>
            </div>
          </form>
        )}
        <FailureNotice failing={failing} />
      </div>
      {removing !== undefined && (
        <ConfirmDialog
          title={texts.removeDomainTitle(removing)}
          confirm={texts.removeDomain(removing)}
          onConfirm={async () => {
            const rest = domains.filter((one) => one !== removing)
            if (!(await save('authorizedDomains', { authorizedDomains: rest }))) return false
            toast(texts.domainRemoved(removing))
            return true
          }}
          onClose={() => setRemoving(undefined)}
        >
          {texts.removeDomainText}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function isHostName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text)
}
