import { Check, Circle } from 'lucide-react'
import { uiTexts } from '../texts/en/ui.ts'
import { classNames } from './class-names.ts'

export interface ChecklistItem {
  readonly id: string
  readonly text: string
  readonly isMet: boolean
}

/** Rules and whether each is met: by an icon, a word for screen readers, and colour last. */
export function Checklist({ label, items }: { readonly label: string; readonly items: readonly ChecklistItem[] }) {
  return (
    <ul aria-label={label} className="mt-2 grid gap-1 text-table">
      {items.map((item) => (
        <li key={item.id} className={classNames('flex items-center gap-2', item.isMet ? 'text-moss' : 'text-ink-2')}>
          {item.isMet ? (
            <Check className="size-3.5 shrink-0" aria-hidden="true" />
          ) : (
            <Circle className="size-3.5 shrink-0 p-[3px]" aria-hidden="true" />
          )}
          {item.text}
          <span className="sr-only">{item.isMet ? uiTexts.met : uiTexts.notMet}</span>
        </li>
      ))}
    </ul>
  )
}
