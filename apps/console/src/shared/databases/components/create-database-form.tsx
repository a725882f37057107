import { useState } from 'react'
import { databaseIdProblem } from '../database-id.ts'
import { createDatabase } from '../list-databases.ts'
import { type Reaction, reactionTo } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { databasesTexts as texts } from '../../../texts/en/databases.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

/** A new database, empty. It says when apps make one by themselves, and to whom a new one is open. */
export function CreateDatabaseForm({
  suggested,
  onCreated,
}: {
  /** An id to begin with. */
  readonly suggested: string
  readonly onCreated: (id: string) => void
}) {
  const project = useProject()
  const { settings } = useConsoleApp()
  const [failing, setFailing] = useState<Reaction>()
  const form = useForm({
    initial: { id: suggested },
    validators: { id: (id) => databaseIdProblem(id.trim()) },
    async submit({ id: typed }) {
      const id = typed.trim()
      setFailing(undefined)
      try {
        await createDatabase(project, id)
        toast(texts.created(id))
        onCreated(id)
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind !== 'quiet' && reaction.details.code === 'already-exists') form.reject('id', texts.taken)
        else setFailing(reaction)
      }
    },
  })
  return (
    <form {...form.formProps} aria-label={texts.create} className="grid gap-3 border-t border-line pt-4">
      <TextField
        {...form.field('id')}
        label={texts.newId}
        description={settings.mode === 'dev' ? texts.newHelpInDev : texts.newHelp}
        isMonospaced
        autoComplete="off"
      />
      <FailureNotice failing={failing} />
      <div>
        <Button type="submit" isPending={form.isSubmitting}>
          {texts.create}
        </Button>
      </div>
    </form>
  )
}
