import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { toneClasses } from './badge.tsx'
import { classNames } from './class-names.ts'

export type NoticeTone = 'good' | 'attention' | 'danger' | 'information'

export interface NoticeProps {
  readonly tone: NoticeTone
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Spoken as soon as it appears. Leave it out for what was there when the page came. */
  readonly isAnnounced?: boolean
}

const icons = { good: CircleCheck, attention: TriangleAlert, danger: CircleAlert, information: Info }

/** A few sentences that belong to the page or the form they stand in. */
export function Notice({ tone, children, action, isAnnounced }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      {...(isAnnounced === true && { role: tone === 'danger' || tone === 'attention' ? 'alert' : 'status' })}
      className={classNames(
        'flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded border px-3 py-2 text-table',
        toneClasses[tone],
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48 text-ink-1">{children}</div>
      {action !== undefined && <div className="-my-0.5">{action}</div>}
    </div>
  )
}
