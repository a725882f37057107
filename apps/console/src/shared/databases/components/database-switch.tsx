import { ChevronsUpDown, Database, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { shownDatabases } from '../list-databases.ts'
import { useDatabase, type Databases } from '../use-databases.ts'
import { databasesTexts as texts } from '../../../texts/en/databases.ts'
import { Button } from '../../../ui/button.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { MenuButton, MenuItem, MenuSection, MenuSeparator } from '../../../ui/menu.tsx'
import { DatabasesDialog } from './databases-dialog.tsx'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Which database the screen is about, and the way to the others. Not there while the project has the default one alone. */
export function DatabaseSwitch({
  databases,
  hrefOf,
}: {
  readonly databases: Databases
  /** The address of this screen for another database. */
  readonly hrefOf: (database: string) => string
}) {
  const { id } = useDatabase()
  const { listed = [] } = databases
  const [isManaging, setManaging] = useState(false)
  if (id === defaultDatabase && listed.length < 2) return null
  return (
    <>
      <MenuButton
        label={texts.title}
        placement="bottom start"
        trigger={
          <Button size="small" variant="quiet" icon={<Database />} aria-label={texts.switch(id)}>
            <span className="flex max-w-40 min-w-0 font-mono text-code tablet:max-w-64">
              <MiddleTruncated text={id} />
            </span>
            <ChevronsUpDown className="size-3.5!" aria-hidden="true" />
          </Button>
        }
      >
        <MenuSection title={texts.title}>
          {shownDatabases(listed, id).map((database) => (
            <MenuItem
              key={database.id}
              id={database.id}
              href={hrefOf(database.id)}
              isChosen={database.id === id}
              icon={<Database />}
            >
              {database.id}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSeparator />
        <MenuItem icon={<Settings2 />} onAction={() => setManaging(true)}>
          {texts.manage}
        </MenuItem>
      </MenuButton>
      {isManaging && <DatabasesDialog databases={databases} onClose={() => setManaging(false)} />}
    </>
  )
}

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
