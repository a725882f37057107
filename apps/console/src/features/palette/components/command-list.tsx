import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { paletteTexts } from '../../../texts/en/palette.ts'
import { classNames } from '../../../ui/class-names.ts'
import { itemClasses } from '../../../ui/float.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import type { Command, CommandGroup } from '../command.ts'

export interface CommandListProps {
  readonly groups: readonly CommandGroup[]
  readonly sought: string
  readonly isAsking: boolean
  readonly isInProject: boolean
  readonly onRun: (command: Command) => void
}

/** The lines of the palette, group by group. */
export function CommandList({ groups, sought, isAsking, isInProject, onRun }: CommandListProps) {
  return (
    <ListBox
      aria-label={paletteTexts.title}
      className="min-h-0 flex-1 overflow-auto p-1.5 outline-none"
      renderEmptyState={() =>
        isAsking ? (
          <p className="px-3 py-6 text-center text-table text-ink-2">{paletteTexts.searching}</p>
        ) : (
          <div className="grid gap-1 px-3 py-6 text-center text-table text-pretty text-ink-2">
            <p className="text-ink-1">{paletteTexts.nothing(sought)}</p>
            <p>{isInProject ? paletteTexts.nothingHelp : paletteTexts.nothingOutside}</p>
          </div>
        )
      }
      onAction={(key) => {
        const command = groups.flatMap(({ commands }) => commands).find(({ id }) => id === key)
        if (command !== undefined) onRun(command)
      }}
    >
      {groups.map((group) => (
        <ListBoxSection key={group.title} id={group.title}>
          <Header className="px-2.5 pt-2 pb-1 text-small text-ink-3">{group.title}</Header>
          {group.commands.map((command) => (
            <CommandOption key={command.id} command={command} />
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  )
}

function CommandOption({
  command: { id, title, icon, description, kind, isCode = false },
}: {
  readonly command: Command
}) {
  // As it is read on the screen, and then what the icon shows. A title alone may be cut in two, which would be read as two words.
  const shown = [title, description, kind].filter((part) => part !== undefined).join(' ')
  const label = kind !== undefined || description === undefined ? shown : undefined
  return (
    <ListBoxItem
      id={id}
      textValue={title}
      className={itemClasses}
      {...(label !== undefined && { 'aria-label': label })}
    >
      <span className="text-ink-2">{icon}</span>
      <span className={classNames('min-w-0 flex-1', isCode && 'font-mono text-code')}>
        <MiddleTruncated text={title} />
      </span>
      {description !== undefined && (
        <span className="max-w-[45%] truncate font-mono text-small text-ink-2">{description}</span>
      )}
    </ListBoxItem>
  )
}
