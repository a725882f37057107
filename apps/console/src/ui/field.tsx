import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { Overtaken } from './use-form.ts'

/** The outline every text control shares. */
export const controlClasses = classNames(
  'w-full min-w-0 rounded border border-line-control bg-ground-1 text-ink-1 transition-colors duration-100',
  'focus:border-sky focus:shadow-[0_0_0_4px_var(--sky-wash)] focus:outline-1 focus:outline-offset-0 focus:outline-sky',
  'aria-invalid:border-crimson disabled:opacity-55 [&:is(input,textarea):read-only]:bg-ground-2',
)

export const labelClasses = 'mb-1.5 block text-table font-medium text-ink-1'

export function FieldLabel({ children }: { readonly children: ReactNode }) {
  return <Label className={labelClasses}>{children}</Label>
}

/** Help below a control, tied to it for screen readers. */
export function FieldHelp({ children }: { readonly children: ReactNode }) {
  return (
    <Text slot="description" className="mt-1.5 block text-table text-ink-2">
      {children}
    </Text>
  )
}

/** What is wrong with what was typed, tied to its control for screen readers: an icon and words, never colour alone. */
export function FieldMessage({ children }: { readonly children: ReactNode }) {
  return (
    <Text slot="errorMessage" className="mt-1.5 flex gap-1.5 text-table text-crimson">
      <TriangleAlert className="mt-[3px] size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </Text>
  )
}

/** More than this says nothing in a line below a field. */
const quotedMax = 80

/** Says that somebody else changed what is edited in the field above, and offers theirs. */
export function OvertakenNote({ overtaken }: { readonly overtaken: Overtaken | undefined }) {
  if (overtaken === undefined) return null
  const { value, take } = overtaken
  const isQuoted = value.length <= quotedMax && !value.includes('\n')
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2 text-table text-amber">
      <span role="status" className="min-w-0">
        {isQuoted ? uiTexts.changedMeanwhileTo(value) : uiTexts.changedMeanwhile}
      </span>
      <Button size="small" onPress={take}>
        {uiTexts.takeTheirs}
      </Button>
    </div>
  )
}

/** As a field's message, for what isn't a text field: spoken as it appears. */
export function FieldProblem({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-1.5 text-table text-crimson">
      <TriangleAlert className="mt-[3px] size-3.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
