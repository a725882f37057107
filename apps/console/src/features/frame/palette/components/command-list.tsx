import { useEffect, useRef } from 'react'
import { paletteTexts } from '../../../../texts/en/palette.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { itemClasses } from '../../../../ui/float.ts'
import { MiddleTruncated } from '../../../../ui/middle-truncated.tsx'
import { optionId } from '../../../../ui/option-list.tsx'
import type { Command, CommandGroup } from '../../../../shared/palette/command.ts'

export interface CommandListProps {
  /** The field names it as what it controls. */
  readonly id: string
  readonly groups: readonly CommandGroup[]
  /** The one that Enter runs. */
  readonly active: Command | undefined
  readonly onRun: (command: Command) => void
}

/** The lines of the palette, group by group. The focus stays in the field, as the component library's lists take too long to come at each key. */
export function CommandList({ id, groups, active, onRun }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null)
  const activeId = active?.id
  useEffect(() => {
    if (activeId !== undefined)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  let passed = 0
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={paletteTexts.title}
      className="min-h-0 flex-1 overflow-auto p-1.5"
    >
      {groups.map(({ title, commands }) => {
        const first = passed
        passed += commands.length
        return (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small text-ink-3">
              {title}
            </div>
            {commands.map((command, at) => (
              <CommandOption
                key={command.id}
                id={optionId(id, first + at)}
                command={command}
                isActive={command === active}
                onRun={onRun}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** Instead of the list. */
export function NoCommands({
  sought,
  isAsking,
  isInProject,
}: {
  readonly sought: string
  readonly isAsking: boolean
  readonly isInProject: boolean
}) {
  return isAsking ? (
    <p className="px-3 py-6 text-center text-table text-ink-2">{paletteTexts.searching}</p>
  ) : (
    <div className="grid gap-1 px-3 py-6 text-center text-table text-pretty text-ink-2">
      <p className="text-ink-1">{paletteTexts.nothing(sought)}</p>
      <p>{isInProject ? paletteTexts.nothingHelp : paletteTexts.nothingOutside}</p>
    </div>
  )
}

function CommandOption({
  id,
  command,
  isActive,
  onRun,
}: {
  readonly id: string
  readonly command: Command
  readonly isActive: boolean
  readonly onRun: (command: Command) => void
}) {
  const { title, icon, description, kind, isCode = false } = command
  // As it is read on the screen, and then what the icon shows. A title alone may be cut in two, which would be read as two words.
  const shown = [title, description, kind].filter((part) => part !== undefined).join(' ')
  const label = kind !== undefined || description === undefined ? shown : undefined
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      data-focused={isActive || undefined}
      // The focus stays where one types.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
      className={classNames(itemClasses, 'hover:bg-ground-3')}
      {...(label !== undefined && { 'aria-label': label })}
    >
      <span className="text-ink-2">{icon}</span>
      <span className={classNames('min-w-0 flex-1', isCode && 'font-mono text-code')}>
        <MiddleTruncated text={title} />
      </span>
      {description !== undefined && (
        <span className="max-w-[45%] truncate font-mono text-small text-ink-2">{description}</span>
      )}
    </div>
  )
}
