import { X } from 'lucide-react'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'

export interface NameSetTexts {
  readonly title: string
  readonly help: string
  readonly none: string
  readonly field: string
  readonly fieldHelp: string
  readonly invalid: string
  readonly exists: string
  readonly add: string
  readonly added: (name: string) => string
  readonly remove: (name: string) => string
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly removed: (name: string) => string
}

export interface NameSetProps {
  readonly texts: NameSetTexts
  readonly names: readonly string[]
  readonly mayChange: boolean
  readonly isName: (text: string) => boolean
  /** Answers `false` when the person gives up being asked who it is; throws what the server says. */
  readonly save: (names: readonly string[]) => Promise<boolean>
}

/** Names in small letters that are added and removed one by one. */
export function NameSet({ texts, names, mayChange, isName, save }: NameSetProps) {
  const [failing, setFailing] = useState<Reaction>()
  const [removing, setRemoving] = useState<string>()
  const write = async (next: readonly string[]) => {
    setFailing(undefined)
    try {
      return await save(next)
    } catch (thrown) {
      setFailing(reactionTo(thrown))
      return false
    }
  }
  const form: Form<{ name: string }> = useForm({
    initial: { name: '' },
    validators: {
      name: (text) => {
        const name = text.trim().toLowerCase()
        if (!isName(name)) return texts.invalid
        return names.includes(name) ? texts.exists : undefined
      },
    },
    submit: async ({ name }) => {
      const added = name.trim().toLowerCase()
      if (await write([...names, added])) {
        form.setValue('name', '')
        toast(texts.added(added))
      }
    },
  })
  return (
    <Card title={texts.title} description={texts.help}>
      <div className="grid gap-4">
        {names.length === 0 ? (
          <p className="text-table text-ink-2">{texts.none}</p>
        ) : (
          <ul aria-label={texts.title} className="grid gap-1">
            {names.map((name) => (
              <li key={name} className="flex min-h-8 items-center gap-2">
                <code className="min-w-0 flex-1 text-code break-all">{name}</code>
                {mayChange && (
                  <IconButton size="small" label={texts.remove(name)} onPress={() => setRemoving(name)}>
                    <X />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayChange && (
          <form {...form.formProps} className="flex flex-wrap items-start gap-2">
            <div className="min-w-0 flex-1 basis-full tablet:basis-56">
              <TextField
                {...form.field('name')}
                label={texts.field}
                description={texts.fieldHelp}
                autoComplete="off"
                isMonospaced
              />
            </div>
            <div className="tablet:mt-[26px]">
              <Button type="submit" isPending={form.isSubmitting}>
                {texts.add}
              </Button>
            </div>
          </form>
        )}
        <FailureNotice failing={failing} />
      </div>
      {removing !== undefined && (
        <ConfirmDialog
          title={texts.removeTitle(removing)}
          confirm={texts.remove(removing)}
          onConfirm={async () => {
            if (!(await save(names.filter((one) => one !== removing)))) return false
            toast(texts.removed(removing))
            return true
          }}
          onClose={() => setRemoving(undefined)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </Card>
  )
}
