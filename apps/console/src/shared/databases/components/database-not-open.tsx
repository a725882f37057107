import { Database } from 'lucide-react'
import { useState } from 'react'
import { useDatabase, type Databases } from '../use-databases.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { databasesTexts as texts } from '../../../texts/en/databases.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DatabasesDialog } from './databases-dialog.tsx'

/** In the place of what is in a database, while it is not known whether there is one of this name, or there is none. */
export function DatabaseNotOpen({ databases }: { readonly databases: Databases }) {
  const { id } = useDatabase()
  const { settings } = useConsoleApp()
  const [isManaging, setManaging] = useState(false)
  const { open, error, readAgain } = databases
  if (open === 'failed') {
    const reaction = reactionTo(error)
    const details = reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
    return <ErrorState title={texts.failed} onRetry={readAgain} {...details} />
  }
  if (open !== 'missing') return <Skeleton rows={6} />
  return (
    <>
      <EmptyState
        icon={<Database />}
        title={texts.missing(id)}
        action={<Button onPress={() => setManaging(true)}>{texts.manage}</Button>}
      >
        {settings.mode === 'dev' ? texts.missingHelpInDev : texts.missingHelp}
      </EmptyState>
      {isManaging && <DatabasesDialog databases={databases} suggested={id} onClose={() => setManaging(false)} />}
    </>
  )
}
