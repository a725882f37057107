import { useState } from 'react'
import { useMyProjects } from '../../../console-data/my-projects.ts'
import { renameProject } from '../../../console-data/project-document.ts'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { dataOf } from '../../../live/live-state.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName } from '../../../ui/validators.ts'

/** The project's name, which its owners change. */
export function ProjectNameCard() {
  const project = useProject()
  const name = dataOf(useMyProjects())?.find(({ id }) => id === project.id)?.name
  return (
    <Card title={settingsTexts.general}>
      {name === undefined ? (
        <Skeleton rows={1} />
      ) : project.role === 'owner' ? (
        // Somebody else may rename it meanwhile.
        <NameForm key={name} name={name} />
      ) : (
        <>
          <p>{name}</p>
          <p className="text-table text-ink-2">{settingsTexts.ownersName}</p>
        </>
      )}
    </Card>
  )
}

function NameForm({ name }: { readonly name: string }) {
  const project = useProject()
  const { app } = useConsoleApp()
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ name: string }> = useForm({
    initial: { name },
    validators: { name: validateDisplayName },
    submit: async (values) => {
      setFailing(undefined)
      try {
        await renameProject(app, project.id, values.name.trim())
        toast(settingsTexts.nameSaved)
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  const isChanged = form.values.name.trim() !== name
  return (
    <form {...form.formProps} className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            {...form.field('name')}
            label={settingsTexts.name}
            description={settingsTexts.nameHelp}
            autoComplete="off"
          />
        </div>
        <div className="mt-[26px]">
          <Button
            type="submit"
            variant={isChanged ? 'primary' : 'default'}
            isDisabled={!isChanged}
            isPending={form.isSubmitting}
          >
            {settingsTexts.save}
          </Button>
        </div>
      </div>
      <FailureNotice failing={failing} />
    </form>
  )
}
