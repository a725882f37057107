import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'

const texts = overviewTexts.firstHour

export interface FirstStepProps {
  readonly number: number
  readonly title: string
  /** What it is for; of one that is done what came of it. */
  readonly text: ReactNode
  readonly isDone: boolean
  readonly isOpen: boolean
  /** The next one to take. */
  readonly isCurrent: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A step of the set-up: a line that opens. The current one is marked where it begins. */
export function FirstStep({ number, title, text, isDone, isOpen, isCurrent, onToggle, children }: FirstStepProps) {
  const id = useId()
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(
        'relative border-b border-line last:border-b-0',
        isCurrent && 'before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ember',
      )}
    >
      <div className="flex items-start gap-4 px-4 py-3.5 tablet:px-6">
        <span
          aria-hidden="true"
          className={classNames(
            'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-small font-semibold [&_svg]:size-3.5',
            isDone
              ? 'bg-moss-wash text-moss'
              : isCurrent
                ? 'bg-ember text-on-ember'
                : 'border border-line-control text-ink-2',
          )}
        >
          {isDone ? <Check /> : number}
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={id} className={classNames('text-body', isDone ? 'font-normal text-ink-2' : 'font-medium')}>
            {title}
            <span className="sr-only">{isDone ? `, ${texts.done}` : ''}</span>
          </h2>
          <p className="text-table wrap-anywhere text-ink-2">{text}</p>
        </div>
        <Button size="small" variant="quiet" aria-expanded={isOpen} aria-describedby={id} onPress={onToggle}>
          {isOpen ? texts.fold : isDone ? texts.change : texts.unfold}
        </Button>
      </div>
      {isOpen && <div className="px-4 pb-5 tablet:pr-6 tablet:pl-[4rem]">{children}</div>}
    </li>
  )
}
