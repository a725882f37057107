import { ChevronsUpDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { frameTexts } from '../../../texts/en/frame.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'

export interface ProjectSwitcherButtonProps {
  readonly project: string
  readonly name: string
  readonly isFull: boolean
  readonly iconURL?: string | undefined
}

/** Names the project and opens the list of the others. */
export function ProjectSwitcherButton({ project, name, isFull, iconURL }: ProjectSwitcherButtonProps) {
  return (
    <AriaButton
      className={classNames(
        'flex h-9 w-full items-center gap-2 rounded border border-line bg-ground-1 text-left font-medium hover:border-line-strong touch:h-11',
        isFull ? 'px-2' : 'justify-center desk:justify-start desk:px-2',
      )}
    >
      <span className="sr-only">{frameTexts.switchProject}</span>
      <Avatar name={project} imageUrl={iconURL} size="small" shape="square" />
      <span
        className={
          isFull ? 'min-w-0 flex-1 truncate' : 'sr-only min-w-0 flex-1 truncate desk:not-sr-only desk:truncate'
        }
      >
        {name}
      </span>
      <ChevronsUpDown
        className={classNames('size-3.5 shrink-0 text-ink-3', !isFull && 'hidden desk:block')}
        aria-hidden="true"
      />
    </AriaButton>
  )
}
