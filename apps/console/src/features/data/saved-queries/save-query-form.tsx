import { saveQuery } from '../queries/saved-queries.ts'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { formatCondition, formatOrdering } from '../../../documents/condition.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { savedTexts as texts } from '../../../texts/en/data-saved.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'

/** Gives the query on the screen a name. */
export function SaveQueryForm({
  uid,
  collection,
  query,
}: {
  readonly uid: string
  readonly collection: string
  readonly query: CollectionQuery
}) {
  const { project, id: database } = useDatabase()
  const { app } = useConsoleApp()
  const form = useForm({
    initial: { name: '' },
    validators: { name: (text) => (text.trim() === '' || text.trim().length > 80 ? texts.badName : undefined) },
    async submit({ name: typed }) {
      const name = typed.trim()
      const filters = query.conditions.map(formatCondition)
      const orderBy = query.orderings.map(formatOrdering)
      try {
        await saveQuery(app, project.id, uid, { name, database, collection, filters, orderBy, limit: query.limit })
        form.setValue('name', '')
        toast(texts.saved(name))
      } catch (thrown) {
        form.reject('name', texts.couldNotSave(messageOf(thrown)))
      }
    },
  })
  return (
    <form {...form.formProps} className="grid gap-2 border-t border-line pt-3">
      <TextField {...form.field('name')} label={texts.name} autoComplete="off" />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {texts.save}
      </Button>
    </form>
  )
}
