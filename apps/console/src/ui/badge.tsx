import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** good: moss, attention: amber, danger: crimson, information: slate, accent: ember (the active thing), plain: no meaning. */
export type Tone = 'good' | 'attention' | 'danger' | 'information' | 'accent' | 'plain'

export const toneClasses: Readonly<Record<Tone, string>> = {
  good: 'border-moss-line bg-moss-wash text-moss',
  attention: 'border-amber-line bg-amber-wash text-amber',
  danger: 'border-crimson-line bg-crimson-wash text-crimson',
  information: 'border-slate-line bg-slate-wash text-slate',
  accent: 'border-ember-line bg-ember-wash text-ember',
  plain: 'border-line bg-ground-2 text-ink-2',
}

/** A word about a thing, in the colour of its meaning. The word says it; the colour helps. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1 rounded-small border px-1.5 text-small leading-[18px] whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
        toneClasses[tone],
      )}
    >
      {icon}
      {/* Its line is that of the text beside it, with an icon before it or without. */}
      <span className="self-baseline truncate">{children}</span>
    </span>
  )
}
